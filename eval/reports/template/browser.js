"use strict";
// The list of samples: filters, search, order, keys, and an address for each view, so that it can be sent to others.

const FIELDS = ["find", "cell", "state", "gold", "verdict", "note", "tag", "sort"];
const DRAWN = 150; // rows that are drawn at a time
const $ = id => document.getElementById(id);
let data, parts = [], texts = null, shown = [], drawn_ = 0, current = null, writing = false;

async function unpack(text) {
  const raw = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
  return JSON.parse(await new Response(new Blob([raw]).stream().pipeThrough(new DecompressionStream("gzip"))).text());
}

/** Return a part of the samples, unpacked when it is first needed. */
function part(number) {
  const one = parts[number];
  return (one.data ??= unpack(one.element.textContent));
}

const detailOf = async row => (await part(Math.floor(row.place / data.part)))[row.place % data.part];

/** Unpack all texts, a part at a time, so that the page stays awake; whoever searches waits for it. */
function allTexts() {
  return (texts ??= (async () => {
    const found = [];
    for (let i = 0; i < parts.length; i++) {
      for (const detail of await part(i)) {
        const row = data.samples[found.length];
        const records = Object.values(detail.cells).flat();
        found.push([
          row.id, row.gold, detail.context, detail.question, ...Object.entries(row.tags || {}).flat(),
          ...Object.values(row.cells).flatMap(one => [...one.verdicts, ...one.codes, one.label, MARKS[one.state][1]]),
          ...records.flatMap(r => [
            r.label, r.certified, r.program, r.answer, r.reasoning, r.fault, r.remark, r.finish, ...(r.why || []),
            ...(r.notes || []).flat(), ...(r.read || []).flat(),
          ]),
        ].filter(Boolean).join("\n").toLowerCase());
      }
      await new Promise(resolve => setTimeout(resolve));
    }
    return found;
  })());
}

// ---- addresses ----

function address() {
  const said = new URLSearchParams();
  if (current) said.set("sample", current.id);
  for (const id of FIELDS) if ($(id).value && !($(id).dataset.plain === $(id).value)) said.set(id, $(id).value);
  return "#" + said;
}

/** Write what is shown into the address: a sample that was opened is a step that the back button undoes. */
function write(isStep) {
  const to = address();
  if (to === location.hash) return;
  writing = true;
  if (isStep) location.hash = to; else location.replace(to);
  setTimeout(() => { writing = false; });
}

/** Show what the address says; it may also be no more than the name of a sample. */
async function read() {
  if (writing) return;
  const raw = decodeURIComponent(location.hash.slice(1));
  if (raw && document.getElementById(raw)) return; // a part of the page
  const plain = data.samples.some(s => s.id === raw);
  const said = new URLSearchParams(plain ? "" : location.hash.slice(1));
  if (plain) said.set("sample", raw);
  for (const id of FIELDS) $(id).value = said.get(id) ?? $(id).dataset.plain ?? "";
  for (const id of FIELDS) if ($(id).selectedIndex === -1) $(id).value = $(id).dataset.plain ?? "";
  await filter(said.get("sample"));
  if (said.get("sample") || [...said.keys()].length) $("samples").scrollIntoView();
}

// ---- filters ----

const inCells = test => (row, c) => (c === "" ? Object.values(row.cells) : [row.cells[c]]).some(one => one && test(one));

function matching(found) {
  const c = $("cell").value, state = $("state").value, gold = $("gold").value, tag = $("tag").value;
  const verdict = $("verdict").value, note = $("note").value;
  const [tagged, value] = tag ? JSON.parse(tag) : [];
  const words = $("find").value.toLowerCase().split(/\s+/).filter(Boolean);
  const ofState = inCells(one => one.state === state);
  const ofVerdict = inCells(one => one.verdicts.includes(verdict)), ofNote = inCells(one => one.codes.includes(note));
  return data.samples.filter(row =>
    (!gold || row.gold === gold) &&
    (!tag || row.tags[tagged] === value) &&
    (!verdict || ofVerdict(row, c)) && (!note || ofNote(row, c)) &&
    (!state || (state === "differ" ? new Set(Object.values(row.cells).map(one => one.state)).size > 1 : ofState(row, c))) &&
    words.every(word => found[row.place].includes(word)));
}

const wrong = row => Object.values(row.cells).filter(one => one.state !== "ok").length;
const slow = row => Object.values(row.cells).reduce((sum, one) => sum + one.seconds, 0);
const sure = row => Math.min(...Object.values(row.cells).map(one => one.votes?.confidence ?? 1));
const ORDERS = {
  run: ["as they were taken", null],
  name: ["by name", (a, b) => a.id.localeCompare(b.id, "en", { numeric: true })],
  wrong: ["most wrong first", (a, b) => wrong(b) - wrong(a)],
  slow: ["slowest first", (a, b) => slow(b) - slow(a)],
  unsure: ["least sure first", (a, b) => sure(a) - sure(b)],
};
let asked = 0;

/** Fill the list with what the filters leave, and open a sample: that of a name, else the first. */
async function filter(wanted) {
  const turn = ++asked;
  let found = [];
  if ($("find").value.trim()) {
    $("count").textContent = "searching";
    found = await allTexts();
    if (turn !== asked) return; // another search has begun
  }
  shown = matching(found);
  const order = ORDERS[$("sort").value][1];
  if (order) shown.sort(order);
  $("count").textContent = shown.length ? `${shown.length} of ${data.samples.length}` : `nothing found among ${data.samples.length} samples; "show all" takes the filters away`;
  $("list").replaceChildren();
  $("list").hidden = !shown.length;
  drawn_ = 0;
  more();
  const row = (wanted != null && shown.find(s => s.id === wanted)) || shown[0];
  if (row) await open(row); else { current = null; $("one").replaceChildren(make("p", "nothing found")); }
}

// ---- the list ----

function more(upto = drawn_ + DRAWN) {
  for (upto = Math.min(upto, shown.length); drawn_ < upto; drawn_++) {
    const row = shown[drawn_], item = make("li");
    item.id = "row" + row.place;
    item.setAttribute("role", "option");
    item.setAttribute("aria-selected", "false");
    item.setAttribute("aria-setsize", shown.length);
    item.setAttribute("aria-posinset", drawn_ + 1);
    if (data.cells.length <= 8) data.cells.forEach((name, c) => item.append(mark(row.cells[c]?.state ?? "", name)));
    else item.append(make("span", `${data.cells.length - wrong(row)} of ${data.cells.length} ✓`, "gold"));
    item.append(make("span", row.id, "id"), make("span", row.gold, "gold"));
    item.title = row.id;
    item.addEventListener("click", () => { open(row); write(true); });
    $("list").append(item);
  }
}

/** Show a sample beside the list. */
async function open(row) {
  current = row;
  const place = shown.indexOf(row);
  if (place >= drawn_) more(place + DRAWN);
  document.querySelectorAll("#list [aria-selected=true]").forEach(one => one.setAttribute("aria-selected", "false"));
  const item = $("row" + row.place);
  item.setAttribute("aria-selected", "true");
  $("list").setAttribute("aria-activedescendant", item.id);
  const top = item.offsetTop - $("list").offsetTop; // not scrollIntoView, which would move the page, too
  if (top < $("list").scrollTop || top + item.offsetHeight > $("list").scrollTop + $("list").clientHeight)
    $("list").scrollTop = top - $("list").clientHeight / 3;
  const detail = await detailOf(row);
  if (current === row) showSample($("one"), row, detail, data);
}

/** Open the sample that stands so many places further. */
function step(places) {
  if (!shown.length) return;
  const to = Math.max(0, Math.min(shown.length - 1, shown.indexOf(current) + places));
  open(shown[to]);
  write(true);
}

const KEYS = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };

// ---- the beginning ----

function choices(id, all, values, plain = "") {
  const select = $(id);
  select.dataset.plain = plain;
  if (all) select.append(new Option(all, ""));
  values.forEach(([value, name]) => select.append(new Option(name, value)));
}

function prepare() {
  data.samples.forEach((row, place) => { row.place = place; });
  const came = data.samples.flatMap(row => Object.values(row.cells));
  const every = list => [...new Set(list)].sort().map(one => [one, one]);
  choices("cell", "any", data.cells.map((name, i) => [i, `${i + 1} ${name}`]));
  const states = Object.entries(MARKS).map(([state, [, said]]) => [state, said]);
  choices("state", "any", data.cells.length > 1 ? [...states, ["differ", "cells differ"]] : states);
  choices("gold", "any", every(data.samples.map(row => row.gold)));
  choices("verdict", "any", every(came.flatMap(one => one.verdicts)));
  choices("note", "any", every(came.flatMap(one => one.codes)));
  choices("tag", "any", []);
  for (const [tag, values] of Object.entries(data.tags)) {
    const group = document.createElement("optgroup");
    group.label = tag;
    values.forEach(value => group.append(new Option(value, JSON.stringify([tag, value]))));
    $("tag").append(group);
  }
  choices("sort", "", Object.entries(ORDERS).map(([name, [said]]) => [name, said]), "run");
  for (const id of ["note", "tag"]) if ($(id).options.length < 2) $(id).parentElement.hidden = true;
}

async function begin() {
  parts = [...document.querySelectorAll("script.part")].map(element => ({ element }));
  data = await unpack($("index").textContent);
  prepare();
  let waiting;
  FIELDS.forEach(id => $(id).addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(async () => { await filter(current?.id); write(false); }, id === "find" ? 150 : 0);
  }));
  $("controls").addEventListener("submit", event => event.preventDefault());
  $("clear").addEventListener("click", async () => {
    FIELDS.forEach(id => { $(id).value = $(id).dataset.plain ?? ""; });
    await filter(current?.id);
    write(false);
  });
  $("list").addEventListener("scroll", ({ target }) => {
    if (target.scrollTop + target.clientHeight > target.scrollHeight - 300) more();
  });
  $("list").addEventListener("keydown", event => {
    if (!(event.key in KEYS) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    step(KEYS[event.key]);
  });
  addEventListener("hashchange", read);
  await read();
  if (!current && shown.length === 0) await filter();
  document.body.dataset.ready = Math.round(performance.now());
}
begin();
