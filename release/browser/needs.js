// What the app needs of a browser, in a script that the oldest ones can read: what is not there is named.
(function () {
  var script = document.createElement("script");
  var needs = [
    ["a web server: put the files of this page on one, or open its address there, since files opened from a disk may not load others", location.protocol !== "file:"],
    ["an address that begins with https", window.isSecureContext !== false],
    ["WebAssembly, which some browsers turn off where they restrict scripts for safety: allow it for this page", typeof WebAssembly === "object"],
    ["modules in scripts: current versions of Chrome, Edge, Firefox and Safari have them", "noModule" in script && typeof BigInt === "function" && !!window.AbortSignal && !!AbortSignal.timeout],
    ["locks between tabs: current versions of Chrome, Edge, Firefox and Safari have them", !!navigator.locks || window.isSecureContext === false],
  ];
  for (var at = 0; at < needs.length; at += 1) {
    if (needs[at][1]) continue;
    document.documentElement.setAttribute("data-lacks", "");
    document.getElementById("progress").hidden = true;
    document.getElementById("said").textContent = "Punchboard cannot run here. It needs " + needs[at][0] + ".";
    return;
  }
})();
