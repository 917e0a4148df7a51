// Examples of the docs, live: a button behind each text with a question, and each program, opens the playground on it.
(() => {
  const home = new URL("../playground/", document.currentScript.src);

  function asked(code) {
    const text = code.replaceAll("\\\n", " ").replace(/[ \t]+/g, " ");
    const solved = text.includes("sorites solve") && [/--context "([^"@]+)"/.exec(text)?.[1], /--question "([^"@]+)"/.exec(text)?.[1]];
    const [, context, question] = /\bsolve\(\s*"([^"]+)",\s*"([^"]+)"/.exec(text) ?? [];
    const [known, wanted] = solved || [context, question];
    if (known && wanted) return { do: "solve", text: known.trim(), question: wanted };
    const program = /(?:"""|^)\n?((?:[A-Z][a-z ]+:\n)[^"]*?\n(?:Conclusion|Question):\n[^"]+?)(?:"""|$)/.exec(code)?.[1];
    return program && { do: "prove", program };
  }

  async function open(button, values) {
    button.disabled = true;
    try {
      await import(new URL("playground.js", home));
    } catch {
      button.textContent = "The playground is not in this build of the docs";
      return;
    }
    const page = Object.assign(document.createElement("sorites-playground"), { className: "live" });
    for (const [name, value] of Object.entries(values)) page.setAttribute(name, value);
    page.style.colorScheme = document.body.dataset.mdColorScheme === "slate" ? "dark" : "light";
    button.replaceWith(page);
    page.run();
  }

  addEventListener("DOMContentLoaded", () => {
    for (const block of document.querySelectorAll(".md-typeset pre > code")) {
      const values = asked(block.textContent);
      if (!values) continue;
      const button = Object.assign(document.createElement("button"), { className: "md-button live", type: "button" });
      button.textContent = "Try it in this page";
      button.onclick = () => open(button, values);
      (block.closest(".highlight") ?? block.parentElement).after(button);
    }
  });
})();
