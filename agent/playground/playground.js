// <sorites-playground>: what is asked on the left, what it was read as in the middle, the answer on the right.
// Attributes: do (solve, prove, check), text, question, program, certificate, examples (a file), linked (to the address).
const here = new URL(".", import.meta.url);
const WAITS = 45_000; // milliseconds for one answer, beside the limits that Python keeps by itself
const FIELDS = { solve: ["text", "question"], prove: ["program"], check: ["certificate", "about"] };
const HEADS = {
  "You wrote / read as": ["You wrote", "Read as", "Formula"],
  "Assumed besides": ["Read", "Why", "Formula"],
  "Can be read in two ways": ["What", "How it is read"],
  Premises: ["No.", "Formula", "In words"],
  Rules: ["Name", "Formula", "In words"],
  Asked: ["What", "Formula", "In words"],
  Answers: ["No.", "Who or what", "Why"],
  "Premises used": ["No.", "Formula", "In words"],
  Proof: ["Line", "Formula", "Why"],
  Options: ["Fits", "Option", "Verdict"],
};
const FORM = `
<link rel="stylesheet" href="${new URL("playground.css", here)}">
<form novalidate>
<fieldset><legend>What to do</legend>
<label><input type="radio" name="do" value="solve" checked>English</label>
<label><input type="radio" name="do" value="prove">A program</label>
<label><input type="radio" name="do" value="check">A certificate</label>
</fieldset>
<div class="row examples wide" role="group" aria-label="Examples"></div>
<section class="left" aria-label="Asked">
<div data-for="solve">
<label class="field">Text, which is taken to hold<textarea name="text" spellcheck="false"></textarea></label>
<label class="field">Question<textarea name="question" rows="2" spellcheck="false"></textarea></label>
<details data-here><summary>Let a model translate instead of the grammar</summary>
<label class="field">Endpoint that speaks OpenAI's protocol<input name="url" type="url" placeholder="http://localhost:11434/v1"></label>
<label class="field">Model<input name="model" autocomplete="off" spellcheck="false"></label>
<label class="field">Key, if it wants one<input name="key" type="password" autocomplete="off"></label>
<small>The key stays in this page: it is sent to that endpoint and to nobody else, is kept nowhere, and is in no link. Text
and question go to that endpoint, which must allow requests from pages (CORS).</small></details>
</div>
<div data-for="prove">
<label class="field">Program<textarea name="program" spellcheck="false"></textarea></label>
</div>
<div data-for="check">
<label class="field">Certificate: what <code>sorites prove --certificate</code> wrote<textarea name="certificate" spellcheck="false"></textarea></label>
<label class="field">Or its file<input type="file" accept=".json,application/json"></label>
<label class="field">The program that it should be about, if you have one<textarea name="about" spellcheck="false"></textarea></label>
<small data-here>The kernel checks it in a process of its own, into which no engine is loaded.</small>
</div>
<div class="row"><button type="submit" title="Ctrl+Enter">Answer</button><button type="button" class="stop" hidden>Stop</button>
<button type="button" class="link">Link to this</button></div>
<p class="status" role="status"></p>
</section>
<section class="middle" aria-label="Read as"><h2>Read as</h2><div class="read"></div></section>
<section class="right" aria-label="Answer"><h2>Answer</h2><div class="answer"></div></section>
</form>`;

function made(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

// One worker for what engines answer, and one that has the kernel alone; or a server, where one offers this page.
class Desk {
  static parts = fetch(new URL("engine/parts.json", here), { cache: "no-cache" }).then((response) => response.json());
  static desks = new Map();
  static of(asked) {
    const name = asked.do === "check" ? "kernel" : "engines";
    if (!Desk.desks.has(name)) Desk.desks.set(name, new Desk());
    return Desk.desks.get(name);
  }
  waiting = new Map();
  count = 0;

  async ask(asked, tell) {
    const parts = await Desk.parts;
    if (parts.post) return asked.warm ? null : this.post(new URL(parts.post, here), asked);
    this.worker ??= this.started();
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, tell, model: asked.model });
      this.worker.postMessage({ id, asked, parts });
    });
  }
  async post(url, asked) {
    const response = await fetch(url, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(asked) });
    if (!response.ok) throw new Error(`the server says ${response.status}`);
    return response.json();
  }
  started() {
    const worker = new Worker(new URL("worker.js", here), { type: "module" });
    worker.onmessage = ({ data }) => {
      const one = this.waiting.get(data.id ?? data.began);
      if (data.doing) for (const { tell } of this.waiting.values()) tell(data.doing);
      if (data.began && !one.model) one.timer = setTimeout(() => this.stop("It took too long, and was stopped."), WAITS);
      if (!data.id) return;
      if (data.failed) return this.stop(data.failed); // Python may be broken: the next question starts another one
      clearTimeout(one.timer);
      this.waiting.delete(data.id);
      one.resolve(data.reply);
    };
    worker.onerror = (event) => this.stop(event.message || "what this page is made of could not be loaded");
    return worker;
  }
  stop(why) {
    this.worker?.terminate();
    this.worker = undefined;
    for (const { reject, timer } of this.waiting.values()) {
      clearTimeout(timer);
      reject(new Error(why));
    }
    this.waiting.clear();
  }
}

function table({ title, rows, framed }) {
  if (rows.every((row) => row.length === 1)) {
    const list = made("ul", {}, ...rows.map(([line]) => made("li", { textContent: line })));
    return title ? made("div", {}, made("h3", { textContent: title }), list) : list;
  }
  const heads = HEADS[title] ?? (framed ? ["Name", "Holds of"] : []);
  const named = heads.slice(0, rows[0].length).map((name) => made("th", { scope: "col", textContent: name }));
  const head = heads.length ? [made("thead", {}, made("tr", {}, ...named))] : [];
  const cells = (row) =>
    row.map((cell, i) => {
      const short = i === 0 && (framed || (row.length === 3 && cell.length < 5));
      const said = !cell && title === "You wrote / read as" && i === 1 ? "as written" : cell;
      return made("td", { textContent: said, className: short ? "short" : heads[i] === "Formula" ? "formula" : "" });
    });
  const body = made("tbody", {}, ...rows.map((row) => made("tr", {}, ...cells(row))));
  return made("table", { className: framed ? "framed" : "" }, made("caption", { textContent: title, className: title.startsWith("You wrote") ? "unseen" : "" }), ...head, body);
}

class Playground extends HTMLElement {
  connectedCallback() {
    if (this.shadowRoot) return;
    this.attachShadow({ mode: "open" }).innerHTML = FORM;
    this.form = this.$("form");
    this.form.addEventListener("submit", (event) => (event.preventDefault(), this.run()));
    this.form.addEventListener("change", (event) => {
      if (event.target.name === "do") this.clear();
      if (event.target.type === "file") event.target.files[0]?.text().then((text) => (this.form.certificate.value = text));
    });
    this.form.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.run();
    });
    Desk.parts.then(({ post }) => {
      const inside = [...this.shadowRoot.querySelectorAll("[data-here]"), ...document.querySelectorAll("[data-here]")];
      for (const one of inside) one.hidden = Boolean(post); // a server answers: then not all of it is in this page
    });
    this.$(".stop").onclick = () => Desk.of(this.asked()).stop("Stopped.");
    this.$(".link").onclick = () => this.link();
    this.fill(Object.fromEntries([...this.attributes].map(({ name, value }) => [name, value])));
    if (this.hasAttribute("examples")) this.examples(new URL(this.getAttribute("examples"), here));
    if (this.hasAttribute("linked")) {
      addEventListener("hashchange", () => this.read());
      this.read();
    } else this.show(true);
  }
  $(selector) {
    return this.shadowRoot.querySelector(selector);
  }
  get doing() {
    return this.form.elements.do.value;
  }
  asked() {
    const value = (name) => this.form.elements[name].value.trim();
    if (this.doing === "check") return { do: "check", certificate: value("certificate"), program: value("about") };
    if (this.doing === "prove") return { do: "prove", program: this.form.program.value };
    const model = value("url") && value("model") ? { url: value("url"), name: value("model"), key: value("key") } : null;
    return { do: "solve", text: value("text"), question: value("question"), model };
  }
  fill(values) {
    if (values.do in FIELDS) this.form.elements.do.value = values.do;
    for (const name of Object.values(FIELDS).flat()) if (values[name] != null) this.form.elements[name].value = values[name];
  }
  // Show the tab that is chosen; loading what it needs may begin while somebody still writes.
  show(warm) {
    for (const part of this.shadowRoot.querySelectorAll("[data-for]")) part.hidden = part.dataset.for !== this.doing;
    for (const button of this.shadowRoot.querySelectorAll(".examples button")) button.hidden = button.dataset.do !== this.doing;
    this.$("[type=submit]").textContent = { solve: "Answer", prove: "Prove", check: "Check" }[this.doing];
    if (warm && this.hasAttribute("linked")) Desk.of(this.asked()).ask({ do: this.doing, warm: true }, () => {}).catch(() => {});
  }
  clear() {
    this.turn = {}; // what is still worked on is of another tab
    for (const place of [".read", ".answer", ".status"]) this.$(place).replaceChildren();
    this.$(".stop").hidden = true;
    this.form.removeAttribute("aria-busy");
    this.show(true);
  }
  async examples(url) {
    for (const { title, expect, ...values } of await (await fetch(url)).json()) {
      const pick = () => (this.fill(values), this.run());
      const button = made("button", { type: "button", textContent: title, onclick: pick });
      button.dataset.do = values.do;
      this.$(".examples").append(button);
    }
    this.show(false);
  }
  // The address holds what is asked: nothing but the fields of the tab, and never a key.
  read() {
    const values = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
    this.fill(values);
    this.show(true);
    if (values.do) this.run();
  }
  async link() {
    const values = FIELDS[this.doing].map((name) => [name, this.form.elements[name].value]).filter(([, value]) => value);
    const address = new URL("index.html", here);
    address.hash = new URLSearchParams([["do", this.doing], ...values]);
    if (this.hasAttribute("linked")) history.replaceState(null, "", address.hash);
    const copied = await navigator.clipboard?.writeText(address.href).then(() => true, () => false);
    this.say(copied ? "The link is copied: it holds what is asked." : `The link: ${address.href}`);
  }
  say(text) {
    this.$(".status").textContent = text;
  }
  async run() {
    this.show(false);
    const asked = this.asked();
    const turn = (this.turn = {});
    this.form.setAttribute("aria-busy", "true");
    const began = performance.now();
    try {
      const tell = (doing) => {
        if (turn !== this.turn) return;
        this.$(".stop").hidden = false;
        this.say(doing);
      };
      const reply = await Desk.of(asked).ask(asked, tell);
      if (turn !== this.turn) return;
      this.answer(reply, asked);
      this.say(`Answered in ${Math.round(performance.now() - began).toLocaleString("en")} ms.`);
    } catch (error) {
      if (turn !== this.turn) return;
      this.answer({ head: error.message, kind: "fault", notes: [], read: [], shown: [], faults: [] }, asked);
      this.say("There is no answer.");
    }
    this.$(".stop").hidden = true;
    this.form.removeAttribute("aria-busy");
    this.dispatchEvent(new CustomEvent("answered", { bubbles: true }));
  }
  answer(reply, asked) {
    const head = made("p", { className: "head", textContent: reply.head });
    head.dataset.kind = reply.kind;
    const notes = reply.notes.map((text) => made("p", { className: "note", textContent: text }));
    const faults = reply.faults.map((fault) => this.fault(fault, asked));
    const file = reply.certificate ? [this.certificate(reply.certificate)] : [];
    this.$(".read").replaceChildren(...reply.read.map(table));
    this.$(".middle").hidden = !reply.read.length;
    this.$(".answer").replaceChildren(head, ...notes, ...file, ...reply.shown.map(table), ...faults);
    if (reply.program) this.$(".read").append(made("h3", { textContent: "What the model wrote" }), made("pre", { textContent: reply.program }));
  }
  // A fault with its place in the program, to which a button leads.
  fault({ level, told, start, end }, asked) {
    const shown = made("div", { className: `fault ${level}` }, made("pre", { textContent: told }));
    const field = { prove: "program", check: "about" }[asked.do];
    if (field && start !== null) {
      const units = (count) => [...this.form.elements[field].value].slice(0, count).join("").length; // Python counts characters
      const go = () => {
        this.form.elements[field].focus();
        this.form.elements[field].setSelectionRange(units(start), units(end));
      };
      shown.append(made("button", { type: "button", textContent: "Show the place", onclick: go }));
    }
    return shown;
  }
  certificate(text) {
    const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    const save = made("a", { className: "button", href: url, download: "certificate.json", textContent: "Save the certificate" });
    const check = () => (this.fill({ do: "check", certificate: text, about: "" }), this.run());
    return made("div", { className: "row" }, made("button", { type: "button", textContent: "Check it with the kernel alone", onclick: check }), save);
  }
}

customElements.define("sorites-playground", Playground);
