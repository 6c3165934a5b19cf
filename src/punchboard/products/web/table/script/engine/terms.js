// The value of a term on a table: `engine/program/values.py` has the same operators.

const number = (value) => (typeof value === "boolean" ? Number(value) : value);
const same = (one, other) => number(one) === number(other);

const OPERATORS = {
  "+": (one, other) => one + other,
  "-": (one, other) => one - other,
  "*": (one, other) => one * other,
  "//": (one, other) => Math.floor(one / other),
  "%": (one, other) => one - other * Math.floor(one / other),
  "==": same,
  "!=": (one, other) => !same(one, other),
  "<": (one, other) => one < other,
  "<=": (one, other) => one <= other,
  ">": (one, other) => one > other,
  ">=": (one, other) => one >= other,
  in: (one, others) => others.some((other) => same(one, other)),
  "not in": (one, others) => !others.some((other) => same(one, other)),
};

export function valueOf(term, world) {
  if (!Array.isArray(term)) return term;
  const [operator, ...operands] = term;
  switch (operator) {
    case "count":
      return world.count(operands[0], operands[1]);
    case "value":
      return world.value(operands[0]);
    case "and":
      return operands.every((one) => valueOf(one, world));
    case "or":
      return operands.some((one) => valueOf(one, world));
    case "not":
      return !valueOf(operands[0], world);
    case "if":
      return valueOf(valueOf(operands[0], world) ? operands[1] : operands[2], world);
    case "most":
      return Math.max(...operands.map((one) => valueOf(one, world)));
    case "least":
      return Math.min(...operands.map((one) => valueOf(one, world)));
    case "list":
      return operands;
    case "unknown":
      return world.judge(operands[0], operands[1]);
    default:
      return OPERATORS[operator](number(valueOf(operands[0], world)), valueOf(operands[1], world));
  }
}
