// Sorites' own wheel in Pyodide: {id, asked, parts} comes in; {id, reply}, {id, failed} or {doing} goes out.
import { loadPyodide } from "./engine/pyodide.mjs";

const engine = new URL("engine/", import.meta.url);
const GLUE = `
import json
from sorites.agent.playground.desk import reply

def answered(text, ask):
    def post(url, key, body):
        status, told = ask(url, key, body).to_py()
        if status != 200:
            raise OSError(f"{status or 'no connection'} {told[:300]}")
        return told
    return json.dumps(reply(json.loads(text), post))

answered`;
// What is loaded is kept by the name of the build, so that the next visit loads nothing; where nothing can be kept, all works.
const network = self.fetch;
async function keeping(name) {
  const cache = await caches.open(`sorites-${name}`);
  self.fetch = async (url, options) => {
    const found = await cache.match(url);
    if (found) return found;
    const response = await network(url, options);
    if (response.ok) cache.put(url, response.clone()).catch(() => {});
    return response;
  };
  const old = (await caches.keys()).filter((one) => one.startsWith("sorites-") && one !== `sorites-${name}`);
  old.forEach((one) => caches.delete(one));
}

let python, answered;
const here = new Set();

// Requests in this thread wait for nothing else, so Python may be as synchronous as it likes.
function ask(url, key, body) {
  const request = new XMLHttpRequest();
  try {
    request.open("POST", url, false);
    request.setRequestHeader("Content-Type", "application/json");
    if (key) request.setRequestHeader("Authorization", `Bearer ${key}`);
    request.send(body);
    return [request.status, request.responseText];
  } catch (error) {
    return [0, String(error)];
  }
}

// A wheel is fetched while Python starts. Z3's library is compiled once something imports it, which many proofs never do.
const fetched = (parts, part) => parts[part].map(async (name) => (await fetch(new URL(name, engine))).arrayBuffer());

async function start(parts, wheels) {
  postMessage({ doing: "Loading Python …" });
  python = await loadPyodide({ indexURL: engine.href, lockFileContents: parts.lock });
  await install(wheels);
  answered = python.runPython(GLUE);
}
async function install(wheels) {
  for (const wheel of wheels) python.unpackArchive(await wheel, "wheel");
}

let turn = Promise.resolve();
onmessage = ({ data: { id, asked, parts } }) => {
  turn = turn.then(async () => {
    try {
      const needed = ["base", ...(asked.do === "check" ? [] : ["engines"]), ...(asked.model ? ["models"] : [])];
      const missing = needed.filter((part) => !here.has(part));
      if (missing.includes("base")) await keeping(parts.build).catch(() => {});
      const wheels = missing.flatMap((part) => fetched(parts, part));
      if (missing.includes("base")) await start(parts, wheels);
      else await install(wheels);
      missing.forEach((part) => here.add(part));
      postMessage({ doing: asked.model ? "Asking the model …" : "Working …", began: id });
      postMessage({ id, reply: asked.warm ? null : JSON.parse(answered(JSON.stringify(asked), ask)) });
    } catch (error) {
      postMessage({ id, failed: String(error.message || error).trim().split("\n").pop() });
    }
  });
};
