"""The playground in Chromium: with a desk on this machine and, where it can be built, with all that it runs on."""

from __future__ import annotations

import json
import re
import shutil
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from sorites import prove
from sorites.agent.playground.desk import reply
from sorites.solvers.bridges import inquiry
from sorites.testing import Reply, serving

from ..conftest import needs_browser
from ..playground import build
from ..replies import GOOD

SOURCE = Path(__file__).parents[2] / "agent" / "playground"
EXAMPLES = json.loads((SOURCE / "examples.json").read_text("utf-8"))
BUILT_BY = [name for name in ("npm", "uvx", "uv") if shutil.which(name) is None]
README = {
    "do": "solve",
    "text": "Every gardener who owns a greenhouse grows tomatoes. Mara is a gardener and owns a greenhouse. "
    "Nobody who grows tomatoes is idle.",
    "question": "Is Mara idle?",
}
BROKEN = "Premises:\n∀x (Kind(x) Nice(x))\nKind(anne)\nConclusion:\nNice(anne)\n"
ENDLESS = (
    "Premises:\n∃x ∃y ∃z (x*x*x + y*y*y + z*z*z = 33 ∧ x > 1000)\n∀x ∀y (x*x*x + y*y*y = 33 → Odd(x))\n"
    "Conclusion:\n∃x Odd(x)\n"
)
PATIENCE = 90_000


@dataclass
class Site:
    """A folder that is served: its address, and how many bytes of each path were sent."""

    address: str
    sent: dict[str, int] = field(default_factory=dict)


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, *given: Any, sent: dict[str, int], **more: Any) -> None:
        self.counted = sent
        self.extensions_map = {**self.extensions_map, ".mjs": "text/javascript", ".wasm": "application/wasm"}
        super().__init__(*given, **more)

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        known = self.path.endswith(("/desk", "/v1/chat/completions"))
        said = {"message": {"content": f"```json\n{json.dumps(GOOD)}\n```"}, "finish_reason": "stop"}
        told = json.dumps({"choices": [said]} if "messages" in asked else reply(asked)).encode()
        self.counted[self.path] = len(told)
        self.send_response(200 if known else 404)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(told)

    def copyfile(self, source: Any, outputfile: Any) -> None:
        told = source.read()
        self.counted[self.path] = self.counted.get(self.path, 0) + len(told)
        outputfile.write(told)

    def log_message(self, format: str, *given: Any) -> None:
        pass


@pytest.fixture(scope="module", params=["server", pytest.param("browser", marks=[pytest.mark.playground])])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = SOURCE
    if request.param == "browser":
        if BUILT_BY:
            pytest.skip(f"the page is built by {' and '.join(BUILT_BY)}, not here")
        folder = tmp_path_factory.mktemp("site") / "playground"
        try:
            build(folder)
        except SystemExit as error:
            pytest.skip(f"npm or PyPI can't be reached: {error}")
    with served(folder) as found:
        yield found


@contextmanager
def served(folder: Path) -> Iterator[Site]:
    """Serve a folder, and what the page asks of a desk of this machine."""
    found = Site("")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(folder), sent=found.sent))
    found.address = f"http://localhost:{server.server_port}/"
    Thread(target=server.serve_forever, daemon=True).start()
    yield found
    server.shutdown()


@pytest.fixture(scope="module")
def page(browser: Browser, site: Site) -> Page:
    """Open the page once, since Python takes a while to start in it."""
    return opened(browser, site, {})


def opened(browser: Browser, site: Site, asked: dict[str, str], width: int = 1300, scheme: str = "light") -> Page:
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme="dark" if scheme == "dark" else "light"
    )
    context.on("request", lambda request: _of(request.url, site))
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.set_default_timeout(PATIENCE)
    page.goto(f"{site.address}index.html#{urlencode(asked)}")
    page.wait_for_selector(".examples button", state="attached")
    return page


def _of(url: str, site: Site) -> None:
    assert url.startswith((site.address, "data:", "blob:")), f"the page asks {url}"


def ask(page: Page, **asked: str) -> str:
    """Fill the page in as somebody who types does, and return what stands above the answer."""
    page.check(f"[name=do][value={asked.pop('do')}]", force=True)
    for name, text in asked.items():
        page.fill(f"[name={name}]", text)
    return answered(page, lambda: page.click("[type=submit]"))


def answered(page: Page, act: Callable[[], object]) -> str:
    page.evaluate("addEventListener('answered', () => { document.body.dataset.answered = '1' })")
    page.evaluate("delete document.body.dataset.answered")
    act()
    page.wait_for_selector("body[data-answered]")
    return page.inner_text(".head")


def kind(page: Page) -> str | None:
    return page.get_attribute(".head", "data-kind")


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one["title"])
def test_the_desk_answers_the_examples(example: dict[str, str]) -> None:
    told = reply(example)
    assert told["kind"] == example["expect"], told
    assert bool(told["certificate"]) == (told["kind"] != "fault")


@needs_browser
def test_the_page_answers_the_examples(page: Page) -> None:
    """Whatever the engines of this machine can prove, those in the browser do, too."""
    listed = json.loads(page.evaluate("fetch('examples.json').then(found => found.text())"))
    assert listed[: len(EXAMPLES)] == EXAMPLES
    for example in listed:
        page.check(f"[name=do][value={example['do']}]", force=True)
        button = page.locator(".examples button", has_text=example["title"]).locator("visible=true")
        answered(page, button.click)
        assert kind(page) == example["expect"], (example["title"], page.inner_text(".answer"))
        if example["expect"] not in {"fault", "refused"}:
            assert "checked" in page.inner_text(".answer")


@needs_browser
def test_the_readme_s_example(page: Page) -> None:
    assert ask(page, **README) == "False · refuted"
    assert "Nothing that grows a tomato is idle." in page.inner_text(".read")
    assert "∀x ∀y ((Tomato(y) ∧ Grows(x, y)) → ¬Idle(x))" in page.inner_text(".read")
    proof = page.locator("table", has=page.locator("caption", has_text="Proof"))
    assert proof.locator("tbody tr").count() > 5
    assert proof.locator("tbody tr").last.inner_text().split("\t")[1].strip() == "⊥"


@needs_browser
def test_a_broken_text_is_refused_with_its_place(page: Page) -> None:
    ask(page, do="prove", program=BROKEN)
    assert kind(page) == "fault"
    assert "line 2, column 13" in page.inner_text(".fault")
    page.click("text=Show the place")
    selected = "one => one.value.slice(one.selectionStart, one.selectionEnd)"
    assert page.eval_on_selector("[name=program]", selected) == "Nice"


@needs_browser
def test_certificates(page: Page) -> None:
    """A good one is accepted by the kernel alone; one that claims more, or is about something else, is refused."""
    ask(page, **README)
    answered(page, lambda: page.click("text=Check it with the kernel alone"))
    assert kind(page) == "accepted"
    file = page.input_value("[name=certificate]")
    for forged in (
        file.replace('"verdict": "refuted"', '"verdict": "entailed"'),
        re.sub(r'(?<=\{"is": "Statement", "formula": )\d+', "3", file, count=1),  # a premise says something else
    ):
        assert forged != file
        ask(page, do="check", certificate=forged)
        assert kind(page) in {"refused", "fault"}, page.inner_text(".answer")
    ask(page, do="check", certificate=file, about=BROKEN.replace(") Nice", ") → Nice"))
    assert "another program" in page.inner_text(".head")
    page.fill("[name=about]", "")


@needs_browser
def test_a_link_holds_the_input_and_no_key(browser: Browser, site: Site, page: Page) -> None:
    ask(page, **README)
    page.eval_on_selector("[name=key]", "one => { one.value = 'secret-key' }")
    page.click("text=Link to this")
    page.wait_for_url("**#*question*")
    link = page.evaluate("location.href")
    assert "secret" not in link
    page.eval_on_selector("[name=key]", "one => { one.value = '' }")
    assert parse_qs(urlsplit(link).fragment)["question"] == ["Is Mara idle?"]
    other = opened(browser, site, {name: text[0] for name, text in parse_qs(urlsplit(link).fragment).items()})
    other.wait_for_selector(".head")
    assert other.inner_text(".head") == "False · refuted"
    other.context.close()


@needs_browser
def test_what_takes_long_or_breaks_python_does_no_harm(page: Page, site: Site) -> None:
    deep = f"Premises:\nA\nConclusion:\n{'¬(' * 5000}A{')' * 5000}\n"
    ask(page, do="prove", program=deep)
    assert kind(page) in {"fault", "undecided"}
    if "/engine/pyodide.mjs" in site.sent:
        page.fill("[name=program]", ENDLESS)
        page.click("[type=submit]")
        page.locator(".status", has_text="Working").wait_for()  # the page's policy lets nothing be evaluated in it
        answered(page, lambda: page.click(".stop"))
        assert page.inner_text(".head") == "Stopped."
    ask(page, do="prove", program="Premises:\nA\nConclusion:\nA\n")
    assert kind(page) == "entailed"


@needs_browser
def test_a_model_translates(page: Page, site: Site) -> None:
    page.check("[name=do][value=solve]", force=True)
    if not page.is_visible("summary"):
        return  # a server's page names no model: whoever serves it does
    page.click("summary")
    page.fill("[name=url]", f"{site.address}v1")
    page.fill("[name=model]", "some")
    page.fill("[name=key]", "secret")
    asked = "Kind people are nice, so they say. Anne is kind."
    assert ask(page, do="solve", text=asked, question="Is Anne nice?") == "True · entailed"
    assert "openai:some" in page.inner_text(".answer")
    assert "/v1/chat/completions" in site.sent
    for name in ("url", "model", "key"):
        page.fill(f"[name={name}]", "")


@needs_browser
@pytest.mark.parametrize(("width", "scheme"), [(1300, "light"), (390, "dark"), (700, "dark")])
def test_nobody_is_shut_out(browser: Browser, site: Site, width: int, scheme: str) -> None:
    """Axe finds nothing, nothing is wider than the window, and keys are enough."""
    page = opened(browser, site, {"do": "prove", "program": BROKEN}, width, scheme)
    for example in ("", "Suspects", "Socrates"):
        if example:
            answered(page, page.locator(".examples button", has_text=example).click)
        else:
            page.wait_for_selector(".head")
        found = Axe().run(page)
        assert found.violations_count == 0, found.response["violations"]
        assert page.evaluate("document.documentElement.scrollWidth") == width
    page.focus("[name=program]")
    page.keyboard.press("Control+a")
    page.keyboard.type("Premises:\nKind(anne)\nConclusion:\nKind(anne)")
    answered(page, lambda: page.keyboard.press("Control+Enter"))
    assert kind(page) == "entailed"
    page.focus("[name=do]:checked")
    page.keyboard.press("ArrowRight")
    assert not page.inner_text(".answer"), "what was answered is of the other tab"
    assert page.is_visible("[name=certificate]")
    assert not page.is_visible("[name=program]")
    page.context.close()


@needs_browser
def test_what_is_loaded(browser: Browser, site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    """The first visit brings at most 25 MB; what it loaded is kept, so that the second brings next to nothing."""
    site.sent.clear()
    first = opened(browser, site, README)
    first.wait_for_selector(".head")
    once = sum(site.sent.values())
    assert once < 25_000_000
    if "/engine/pyodide.mjs" in site.sent:
        site.sent.clear()
        second = first.context.new_page()
        second.goto(f"{site.address}index.html#{urlencode(README)}")
        second.wait_for_selector(".head", timeout=PATIENCE)
        again = sum(site.sent.values())
        assert again < 100_000, site.sent
        with capsys.disabled():
            print(f"\nfirst visit {once / 1e6:.1f} MB, second {again / 1e6:.2f} MB")
    first.context.close()


@pytest.mark.parametrize("goal", ["Discount(ada)", "¬Discount(ada)", "Discount(bo)", "Spent(bo) > Spent(ada)"])
def test_provers_need_no_threads(goal: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a browser there are none: searches run in turn, and Z3 counts steps."""
    text = f"Premises:\n∀x (Spent(x) ≥ 100 → Discount(x))\nSpent(ada) = 80 + 35\nConclusion:\n{goal}\n"
    before = prove(text, solver="z3")
    monkeypatch.setattr(inquiry, "_THREADS", False)
    monkeypatch.setattr(sys, "platform", "emscripten")
    monkeypatch.setattr(Thread, "start", lambda self: pytest.fail("a thread was started"))
    after = prove(text, solver="z3")
    assert (after.verdict, after.checked is None) == (before.verdict, before.checked is None)


def _post(url: str, key: str, text: str) -> str:
    head = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
    with urllib.request.urlopen(urllib.request.Request(url, text.encode(), head)) as response:
        return str(response.read().decode())


def test_a_model_is_asked_where_the_page_may_name_one() -> None:
    asked = {"do": "solve", "text": "Kind people are nice. Anne is kind.", "question": "Is Anne nice?"}
    with serving(Reply("no JSON"), Reply(GOOD)) as server:
        told = reply({**asked, "model": {"url": server.url, "name": "some", "key": "k"}}, _post)
        assert (told["head"], len(server.requests)) == ("True · entailed", 2)
    assert reply({**asked, "model": {"url": "http://x", "name": "some"}})["kind"] == "fault"
    told = reply({**asked, "model": {"url": server.url, "name": "some"}}, _post)
    assert told["kind"] == "fault"
    assert "did not answer" in told["head"]


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"do": "dance"},
        {"do": "check", "certificate": "{}"},
        {"do": "prove", "program": "x" * 3_000_000},
        {"do": "solve", "text": "", "question": ""},
    ],
)
def test_bad_questions_are_faults(asked: dict[str, str]) -> None:
    told = reply(asked)
    assert told["kind"] == "fault"
    assert told["head"]
