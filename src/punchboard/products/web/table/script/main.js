// Opens the table: on this device alone, or shared by the server that sent the page.

import { Desk } from "./desk.js";
import { $ } from "./dom.js";
import { Machine } from "./engine/machine.js";
import { SharedDesk } from "./shared.js";
import { Faces } from "./surface/faces.js";
import { unpacked } from "./unpack.js";

async function open() {
  const view = JSON.parse(await unpacked("view"));
  const faces = new Faces(await unpacked("drawings"));
  const isShared = "shared" in document.documentElement.dataset;
  const play = isShared ? new SharedDesk(view, faces) : new Desk(view, faces);
  globalThis.punchboard = { play, view, Machine };
  $("loading").hidden = true;
  document.documentElement.dataset.ready = "";
  performance.mark("ready");
  if (!isShared) $("start").showModal();
}

void open();
