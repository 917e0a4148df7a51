"use strict";
// One sample: its text, and beside it what each cell made of it.

const MARKS = { ok: ["✓", "right"], no: ["✗", "wrong"], none: ["–", "no answer"], unscored: ["?", "could not be asked"] };

/** Return the sign of a result, with its name for those who don't see it. */
function mark(state, name) {
  const [sign, said] = MARKS[state] || [" ", "not taken"];
  const box = make("span", null, "mark " + state);
  const shown = make("span", sign);
  shown.setAttribute("aria-hidden", "true");
  box.append(shown, make("span", (name ? name + ": " : "") + said + "; ", "unseen"));
  box.title = (name ? name + ": " : "") + said;
  return box;
}

function copyButton(label, text) {
  const button = make("button", label, "small");
  button.type = "button";
  button.addEventListener("click", async () => {
    let done = true;
    try {
      await navigator.clipboard.writeText(text());
    } catch { // a page from a file may not be let to
      const area = make("textarea", text());
      document.body.append(area);
      area.select();
      done = document.execCommand("copy");
      area.remove();
    }
    button.textContent = done ? "copied" : "can't copy here";
    setTimeout(() => { button.textContent = label; }, 1500);
  });
  return button;
}

function pre(text, label) {
  const box = make("div");
  box.append(copyButton("copy " + label, () => text), make("pre", text));
  return box;
}

function folded(title, fill, open) {
  const box = make("details");
  box.append(make("summary", title));
  let filled = false;
  const show = () => { if (box.open && !filled) { filled = true; fill(box); } };
  box.addEventListener("toggle", show);
  if (open) { box.open = true; show(); }
  return box;
}

/** Return the sentences with what each was read as, so that a reader sees at once where they part. */
function beside(read) {
  const table = make("table", null, "beside");
  table.append(make("caption", "what was written, and what it was read as", "unseen"));
  const top = make("tr");
  top.append(headed("", "col"), headed("written", "col"), headed("read as", "col"));
  top.firstChild.replaceWith(make("td"));
  const head = make("thead");
  head.append(top);
  const body = make("tbody");
  for (const [role, wrote, said] of read) {
    const row = make("tr");
    row.append(headed(role, "row"), make("td", wrote || "–"), make("td", said || "the same"));
    body.append(row);
  }
  table.append(head, body);
  const box = make("div", null, "scroll");
  box.tabIndex = 0;
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", "sentences and what they were read as");
  box.append(table);
  return box;
}

function fillRecord(box, r) {
  if (r.fault) box.append(make("p", r.fault, "fault"));
  if (r.guess) box.append(make("p", "a guess of the fallback: " + r.guess, "note"));
  if (r.answers) box.append(make("p", "who or what it is: " + r.answers.join("; ")));
  if (r.remark) box.append(make("p", r.remark, "note"));
  if (r.rounds && r.rounds.length > 1) {
    const told = r.rounds.map(([verdict, label, kept]) => verdict + (label ? " (" + label + ")" : "") + (kept ? "" : ", not kept"));
    box.append(make("p", "repairs: " + told.join(" → "), "tag"));
  }
  for (const [level, code, message, hint] of r.notes || []) box.append(make("p", `${level}, ${code}: ${message}${hint ? " " + hint : ""}`, "note"));
  if (r.more) box.append(make("p", `and ${r.more} more`, "note"));
  if (r.proof) box.append(folded("the proof as a picture", inside => inside.append(pictureOf(r)), true));
  for (const model of r.models || []) box.append(caseOf(model));
  if (r.why) {
    box.append(folded("in words", inside => {
      const list = make("ol", null, "why");
      r.why.forEach(line => list.append(make("li", line)));
      inside.append(list);
    }, !r.proof && !r.models));
  }
  if (r.read) box.append(folded("sentences and what they were read as", inside => inside.append(beside(r.read)), true));
  if (r.program) box.append(folded("the program", inside => inside.append(pre(r.program, "program")), true));
  if (r.reasoning) box.append(folded("the reasoning before the answer", inside => inside.append(pre(r.reasoning, "reasoning")), true));
  if (r.answer) box.append(folded("what was answered", inside => inside.append(pre(r.answer, "answer")), true));
  const told = [
    r.engine && "by " + r.engine, r.seconds != null && Math.round(1000 * r.seconds) + " ms", r.tokens && r.tokens + " tokens",
    r.cost != null && "cost " + r.cost.toPrecision(3), r.asked && "asked: " + r.asked.map(([why, fault]) => why + (fault ? ` (${fault})` : "")).join(", "),
    r.prompt && "told: " + r.prompt, r.finish && "ended: " + r.finish,
  ].filter(Boolean);
  if (told.length) box.append(make("p", told.join("; "), "tag"));
}

function title(r) {
  return (r.label ?? "no answer") + (r.verdict ? " (" + r.verdict + ")" : "") + (r.certified ? ", " + r.certified : "");
}

function stateOf(r) {
  return r.fault ? "unscored" : r.label == null ? "none" : r.ok ? "ok" : "no";
}

/** Return how several samples of a problem voted. */
function votesOf(votes, gold, rule) {
  const counts = votes.counts.map(([label, n]) => (label || "no answer") + " " + n).join(", ");
  const each = ["majority", "vote"].filter(name => votes[name] != null)
    .map(name => `${name}: ${votes[name]} (${votes[name] === gold ? "right" : "wrong"}${name === rule ? ", counted here" : ""})`);
  return `${counts}; ${each.join("; ") || "nothing won"}; confidence ${Math.round(100 * votes.confidence)} %`;
}

/** Fill a box with a sample: `row` of the index, `detail` of its part, the names of all cells. */
function showSample(box, row, detail, data) {
  box.replaceChildren();
  const head = make("div", null, "head");
  const before = make("button", "◂ before", "small"), after = make("button", "next ▸", "small");
  before.type = after.type = "button";
  before.addEventListener("click", () => step(-1));
  after.addEventListener("click", () => step(1));
  head.append(make("h3", row.id), before, after, copyButton("copy link", () => location.href));
  box.append(head, make("span", "right: " + row.gold, "tag"));
  for (const [tag, value] of Object.entries(row.tags || {})) box.append(make("span", tag + ": " + value, "tag"));
  if (detail.context) box.append(make("p", detail.context));
  if (detail.question) box.append(make("p", detail.question, "question"));
  data.cells.forEach((name, c) => {
    const came = row.cells[c], records = detail.cells[c];
    if (!records) return;
    const part = make("section"), said = make("h4");
    const number = make("span", String(c + 1), "number c" + (c % 8));
    said.append(mark(came.state), " ", number, name + ": " + (records.length > 1 ? (came.label ?? "no answer") : title(records[0])));
    part.append(said);
    if (came.votes) part.append(make("p", votesOf(came.votes, row.gold, data.rule), "tag"));
    if (records.length === 1) fillRecord(part, records[0]);
    else {
      records.forEach((r, i) => {
        const one = folded("", inside => fillRecord(inside, r), false);
        one.firstChild.append(mark(stateOf(r)), ` sample ${i + 1}: ${title(r)}`);
        part.append(one);
      });
    }
    box.append(part);
  });
  box.scrollTop = 0;
}
