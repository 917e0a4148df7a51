"use strict";
// Proofs as graphs, laid out by dagre: sentences above, steps below what they are from, the answer at the end;
// and countermodels as tables.

const WIDE = 30; // letters of a line in a box
const LINE = 16, PAD = 8;
const SVG = "http://www.w3.org/2000/svg";
const ruler = document.createElement("canvas").getContext("2d");
let arrows = 0;

/** Make an element with a text and a class; text is never read as markup. */
function make(tag, text, cls) {
  const made = document.createElement(tag);
  if (text != null) made.textContent = text;
  if (cls) made.className = cls;
  return made;
}

function drawn(tag, attributes, text) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text != null) made.textContent = text;
  return made;
}

/** Return a text in lines; a word that is longer than a line is broken. */
function lines(text) {
  const found = [""];
  for (const word of text.split(/\s+/).flatMap(w => w.match(new RegExp(`.{1,${WIDE}}`, "gsu")) || [])) {
    const last = found[found.length - 1];
    if (!last) found[found.length - 1] = word;
    else if (last.length + 1 + word.length <= WIDE) found[found.length - 1] = last + " " + word;
    else found.push(word);
  }
  return found;
}

/**
 * Return the boxes of a proof: each a kind, a text, how it holds, and the boxes that it is from.
 * A step is [formula, the same in words, by what it holds, from which steps]. The rule by which a step in words
 * follows is a sentence of the text, and gets a box of its own.
 */
function boxes(record) {
  const found = [], places = [], rules = new Map();
  for (const [formula, words, how, from] of record.proof) {
    const above = from.map(number => places[number - 1]);
    if (from.length && words) {
      if (!rules.has(how)) rules.set(how, found.push({ kind: "sentence", text: how, how: "rule", from: [] }) - 1);
      found.push({ kind: "step", text: words, how: formula, from: [...above, rules.get(how)] });
    } else if (from.length || !words) {
      const supposed = !from.length;
      const end = formula === "⊥";
      found.push({
        kind: supposed ? "supposed" : "step", text: end ? "That can't be." : formula,
        how: end ? "⊥, a contradiction" : how === "the goal denied" ? "suppose it were not so" : how, from: above,
      });
    } else {
      found.push({ kind: "sentence", text: words, how: formula, from: [] });
    }
    places.push(found.length - 1);
  }
  const last = places[places.length - 1];
  const therefore = record.why && record.why.length ? record.why[record.why.length - 1] : record.verdict;
  found.push({ kind: "answer", text: therefore, how: record.label == null ? record.verdict : "answer: " + record.label, from: [last] });
  return found;
}

/** Return where each row of boxes begins and ends. */
function rowsOf(graph) {
  const rows = new Map();
  for (const name of graph.nodes()) {
    const { rank, y, height } = graph.node(name);
    const row = rows.get(rank) || [Infinity, -Infinity];
    rows.set(rank, [Math.min(row[0], y - height / 2), Math.max(row[1], y + height / 2)]);
  }
  return [...rows.values()];
}

/** Return the way of an edge: straight down through rows, aside only between them, so that it crosses no box. */
function way(graph, edge, rows) {
  const from = graph.node(edge.v), to = graph.node(edge.w), free = 3;
  const rowOf = y => rows.find(([top, bottom]) => top <= y && y <= bottom);
  const inner = graph.edge(edge).points.slice(1, -1).filter(({ y }) => {
    const row = rowOf(y);
    return row && row !== rowOf(from.y) && row !== rowOf(to.y);
  });
  return [
    [from.x, from.y + from.height / 2], [from.x, rowOf(from.y)[1] + free],
    ...inner.flatMap(({ x, y }) => [[x, rowOf(y)[0] - free], [x, rowOf(y)[1] + free]]),
    [to.x, rowOf(to.y)[0] - free], [to.x, to.y - to.height / 2],
  ];
}

/** Return a proof as a picture in a box that scrolls. */
function pictureOf(record) {
  const all = boxes(record);
  const graph = new dagre.Graph().setGraph({ rankdir: "TB", nodesep: 14, ranksep: 44, edgesep: 8, marginx: 2, marginy: 2 });
  graph.setDefaultEdgeLabel(() => ({}));
  all.forEach((one, i) => {
    one.lines = lines(one.text);
    one.below = one.how ? lines(one.how) : [];
    ruler.font = (one.kind === "answer" ? "600 " : "") + "12px system-ui, sans-serif"; // as the style has it
    const longest = Math.max(...[...one.lines, ...one.below].map(line => ruler.measureText(line).width));
    graph.setNode(String(i), {
      width: Math.max(60, longest + 2 * PAD), height: (one.lines.length + one.below.length) * LINE + PAD + 4,
    });
  });
  all.forEach((one, i) => one.from.forEach(parent => graph.setEdge(String(parent), String(i))));
  dagre.layout(graph);
  const { width, height } = graph.graph();
  const name = "a proof of " + all.length + " boxes, from sentences to the answer; the same in words is in the list";
  const svg = drawn("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": name });
  const arrow = "arrow" + ++arrows;
  const marker = drawn("marker", { id: arrow, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto" });
  marker.append(drawn("path", { d: "M0 0 L8 4 L0 8 z" }));
  svg.append(marker);
  const rows = rowsOf(graph);
  graph.edges().forEach(edge => {
    const points = way(graph, edge, rows).map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`);
    svg.append(drawn("path", { d: "M" + points.join(" L"), "marker-end": `url(#${arrow})` }));
  });
  all.forEach((one, i) => {
    const { x, y, width: w, height: h } = graph.node(String(i));
    const group = drawn("g", { class: one.kind, transform: `translate(${(x - w / 2).toFixed(1)} ${(y - h / 2).toFixed(1)})` });
    group.append(drawn("rect", { width: w, height: h, rx: one.kind === "sentence" ? 2 : 8 }));
    [...one.lines, ...one.below].forEach((line, n) => {
      const said = { x: PAD, y: PAD + 8 + n * LINE };
      if (n >= one.lines.length) said.class = "how";
      group.append(drawn("text", said, line));
    });
    svg.append(group);
  });
  const box = make("div", null, "proof");
  box.tabIndex = 0;
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", "picture of the proof; it scrolls");
  box.append(svg);
  const first = all.map((_, i) => graph.node(String(i))).reduce((a, b) => (a.y - a.height / 2 <= b.y - b.height / 2 ? a : b));
  const fit = make("button", "fit into the window", "small");
  fit.type = "button";
  fit.setAttribute("aria-pressed", "false");
  fit.addEventListener("click", () => fit.setAttribute("aria-pressed", box.classList.toggle("fit")));
  const whole = make("div");
  whole.append(fit, box);
  requestAnimationFrame(() => { box.scrollLeft = first.x - box.clientWidth / 2; }); // the first sentence is in sight
  return whole;
}

function headed(text, scope) {
  const made = make("th", text);
  made.scope = scope;
  return made;
}

/** Return a case that a countermodel describes: individuals by what holds of each, then what holds of several. */
function caseOf(model) {
  const box = make("div", null, "scroll");
  const table = make("table", null, "grid case");
  const said = "A case in which the statement " + (model.holds ? "holds" : "fails");
  table.append(make("caption", said + (model.abnormal.length ? "; where this fails: " + model.abnormal.join(", ") : "")));
  const single = model.predicates.filter(([, arity]) => arity === 1);
  if (single.length && model.things.length) {
    const top = make("tr");
    top.append(make("td"), ...single.map(([name]) => headed(name, "col")));
    const head = make("thead");
    head.append(top);
    const body = make("tbody");
    for (const thing of model.things) {
      const row = make("tr");
      row.append(headed(thing, "row"));
      for (const [, , rows] of single) {
        const holds = rows.some(one => one[0] === thing);
        row.append(make("td", holds ? "✓" : "–", holds ? "yes" : ""));
      }
      body.append(row);
    }
    table.append(head, body);
  } else if (model.things.length) {
    const row = make("tr");
    row.append(headed("there is", "row"), make("td", model.things.join(", "), "words"));
    table.append(row);
  }
  box.append(table);
  const others = make("ul");
  for (const [name, arity, rows] of model.predicates) {
    if (arity === 1 && model.things.length) continue;
    const held = rows.map(one => "(" + one.join(", ") + ")");
    others.append(make("li", name + ": " + (arity === 0 ? (rows.length ? "true" : "false") : held.length ? held.join(", ") : "of nothing")));
  }
  model.values.forEach(([name, value]) => others.append(make("li", name + " = " + value)));
  if (others.children.length) box.append(others);
  box.tabIndex = 0;
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", said);
  return box;
}
