"""The page of a run, in a real browser: what it shows, how it is moved through, and what hostile data does to it."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from sorites.eval import load_run

from ..command import sorites
from ..conftest import needs_browser

HOSTILE = "<script>window.broken = 1</script> </script><img src=x onerror='window.broken = 2'> <!-- [/] $x_{$ \u202eabc"
CATS = "Tom is a cat. All cats are animals. No animal is a stone."
SAMPLES = (
    {"id": "cat-0", "context": CATS, "question": "Is Tom an animal?", "answer": "true", "kind": "proof"},
    {"id": "cat-1", "context": CATS, "question": "Is Tom a stone?", "answer": "false", "kind": "proof"},
    {"id": "cat-2", "context": CATS, "question": "Is Tom grey?", "answer": "unknown", "kind": "open"},
    {"id": "cat-3", "context": CATS, "question": "Is Tom an animal?", "answer": "false", "kind": "wrong"},
    {"id": "x 4&é", "context": f"{HOSTILE} blorp.", "question": HOSTILE, "answer": "true", "kind": HOSTILE},
    *(
        {"id": f"dog-{n}", "context": "Rex is a dog.", "question": "Is Rex a dog?", "answer": "true", "kind": "many"}
        for n in range(200)
    ),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a run with two cells, one of which asked an endpoint that is not there."""
    place = tmp_path_factory.mktemp("page")
    (place / "p.jsonl").write_text("\n".join(map(json.dumps, SAMPLES)), "utf-8")
    ended = sorites("bench", f"file:{place / 'p.jsonl'}", "--translator", "english", "--check", "--out", place / "run")
    assert ended.returncode == 0, ended.stderr
    _beside(place / "run")
    assert sorites("report", place / "run").returncode == 0
    return place / "run"


def _beside(folder: Path) -> None:
    """Put a second cell into a run: what a model with a hostile name answered three times, and what it could not."""
    records = [json.loads(line) for line in (folder / "records.jsonl").read_text("utf-8").splitlines()]
    fault = {"label": None, "verdict": None, "executable": False, "correct": False, "result": "unscored"}
    for record in records[:5]:
        other = {**record, "cell": "openai:$m_{[/]}<b>$", "translator": "m", "samples": 3}
        other |= {"program": "ab " + HOSTILE, "reasoning": "First this, then that."}
        for number in range(3):
            down = {**fault, "fault": "the endpoint was down"} if record["id"] == "cat-2" else {}
            with (folder / "records.jsonl").open("a", encoding="utf-8") as file:
                file.write(json.dumps({**other, "sample": number, **down}) + "\n")


def opened(browser: Browser, folder: Path, address: str = "", width: int = 1300, scheme: str = "light") -> Page:
    page = browser.new_context(
        viewport={"width": width, "height": 900},
        color_scheme="dark" if scheme == "dark" else "light",
    ).new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"file://{folder / 'report.html'}{address}")
    page.wait_for_selector("body[data-ready]")
    assert asked == [asked[0]], "the page asks for nothing but itself"
    return page


def listed(page: Page) -> list[str]:
    return page.locator("#list .id").all_inner_texts()


def lists(page: Page, names: list[str]) -> None:
    """Wait until the list holds these samples, which fails if it never does."""
    found = "[...document.querySelectorAll('#list .id')].map(one => one.textContent)"
    waited(page, f"JSON.stringify({found}) === {json.dumps(json.dumps(names, separators=(',', ':')))}")


def waited(page: Page, condition: str) -> None:
    page.wait_for_function(condition, timeout=5000)


@needs_browser
@pytest.mark.parametrize(("width", "scheme"), [(1300, "light"), (420, "dark")])
def test_nobody_is_shut_out(browser: Browser, folder: Path, width: int, scheme: str) -> None:
    """Axe finds nothing, no id is there twice, and nothing makes the page wider than the window."""
    page = opened(browser, folder, "#cat-0", width, scheme)
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    page.wait_for_selector(".proof svg")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    blank = "document.documentElement.scrollHeight - document.body.getBoundingClientRect().height"
    assert abs(page.evaluate(blank)) < 2, "there is nothing below the end of the page"
    if width == 420:  # rows are cards, and no figure is out of sight
        cut = "[...document.querySelectorAll('.cards')].filter(one => one.scrollWidth > one.clientWidth).length"
        assert page.evaluate(cut) == 0
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map(one => one.id)")
    assert len(ids) == len(set(ids))
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == (
        "rgb(18, 22, 29)" if scheme == "dark" else "rgb(255, 255, 255)"
    )
    page.context.close()


@needs_browser
def test_by_keys_alone(browser: Browser, folder: Path) -> None:
    page = opened(browser, folder)
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "list":
            break
    page.keyboard.press("ArrowDown")
    waited(page, "document.querySelector('#one h3').textContent === 'cat-1'")
    assert page.locator("#list [aria-selected=true] .id").inner_text() == "cat-1"
    page.keyboard.press("End")
    waited(page, "document.querySelector('#one h3').textContent === 'dog-199'")
    assert page.get_attribute("#list", "aria-activedescendant") == "row204"
    page.keyboard.press("Home")
    waited(page, "document.querySelector('#one h3').textContent === 'cat-0'")


@needs_browser
def test_what_is_shown_has_an_address(browser: Browser, folder: Path) -> None:
    page = opened(browser, folder, "#x%204&é")
    assert page.locator("#one h3").inner_text() == "x 4&é", "the name alone is one"
    page = opened(browser, folder, "#cat-1")
    page.select_option("#state", "ok")
    waited(page, "location.hash.includes('state=ok')")
    page.locator("#list .id", has_text="cat-0").click()
    waited(page, "document.querySelector('#one h3').textContent === 'cat-0'")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert page.locator("#one h3").inner_text() == "cat-0"
    assert page.input_value("#state") == "ok"
    page.go_back()
    waited(page, "document.querySelector('#one h3').textContent === 'cat-1'")
    assert page.input_value("#state") == "ok"


@needs_browser
def test_looking_for_samples(browser: Browser, folder: Path) -> None:
    page = opened(browser, folder)
    assert page.locator("#count").inner_text() == "205 of 205"
    for words, names in (
        ("stone tom animals", ["cat-0", "cat-1", "cat-2", "cat-3"]),
        ("stone tom grey", ["cat-2"]),
        ("refuted", ["cat-1"]),
        ("endpoint down", ["cat-2"]),
        ("kind open", ["cat-2"]),
        ("nothing like that", []),
    ):
        page.fill("#find", words)
        lists(page, names)
    assert "nothing found" in page.locator("#one").inner_text()
    page.click("#clear")
    waited(page, "document.querySelector('#count').textContent === '205 of 205'")
    for control, value, names in (
        ("state", "no", ["cat-3"]),
        ("state", "unscored", ["cat-2"]),
        ("state", "differ", ["cat-2"]),
        ("verdict", "unknown", ["cat-2"]),
        ("gold", "Unknown", ["cat-2"]),
        ("tag", json.dumps(["kind", "open"], separators=(",", ":")), ["cat-2"]),
    ):
        page.select_option(f"#{control}", value)
        lists(page, names)
        page.click("#clear")
        waited(page, "document.querySelector('#count').textContent === '205 of 205'")
    unread = page.evaluate("data.samples.find(s => s.id === 'x 4&é').cells[0].codes[0]")
    page.select_option("#note", unread)
    waited(page, "document.querySelector('#count').textContent === '1 of 205'")
    page.click("#clear")
    page.select_option("#sort", "wrong")
    waited(page, "document.querySelector('#list .id').textContent !== 'cat-0'")
    assert set(listed(page)[:3]) == {"cat-2", "cat-3", "x 4&é"}


@needs_browser
def test_a_proof_and_a_countermodel_are_drawn(browser: Browser, folder: Path) -> None:
    page = opened(browser, folder, "#cat-0")
    picture = page.locator(".proof svg").first
    sentences = [" ".join(one.split()) for one in picture.locator(".sentence").all_text_contents()]
    assert any(one.startswith("All cats are animals.") for one in sentences)
    assert not any("stone" in one for one in sentences), "what the proof does not need is not in it"
    assert "answer: True" in (picture.locator(".answer").text_content() or "")
    boxes = picture.locator("g").count()
    assert picture.locator("path[marker-end]").count() >= boxes - 1, "no box stands alone"
    seen = picture.evaluate(
        """svg => {
          const boxes = [...svg.querySelectorAll('rect')].map(one => one.getBoundingClientRect());
          return boxes.some((a, i) => boxes.some((b, j) => i < j && a.left < b.right && b.left < a.right
            && a.top < b.bottom && b.top < a.bottom));
        }"""
    )
    assert not seen, "two boxes lie on each other"
    page = opened(browser, folder, "#cat-2")
    cases = page.locator("#one section").first.locator("table.case")
    assert cases.all_inner_texts()[0].startswith("A case in which the statement holds")
    heads = cases.first.locator("thead th").all_inner_texts()
    row = cases.first.locator("tbody tr", has=page.locator("th", has_text=re.compile("^tom", re.I))).first
    said = dict(zip(heads, row.locator("td").all_inner_texts(), strict=True))
    grey = {name: sign for name, sign in said.items() if name.lower() == "grey"}
    assert list(grey.values()) == ["✓"]


@needs_browser
def test_each_sentence_stands_beside_what_it_was_read_as(browser: Browser, folder: Path) -> None:
    page = opened(browser, folder, "#cat-1")
    rows = page.locator("#one section").first.locator("table.beside tbody tr")
    assert rows.nth(0).locator("td").all_inner_texts() == ["Tom is a cat.", "the same"]
    assert rows.count() == 4, "three sentences and the question"


@needs_browser
def test_how_several_samples_voted_and_what_was_not_asked(browser: Browser, folder: Path) -> None:
    page = opened(browser, folder, "#cat-0")
    second = page.locator("#one section").nth(1)
    assert "True 3; majority: True (right" in second.inner_text()
    assert second.locator("details > summary", has_text="sample 3").count() == 1
    second.locator("details > summary").first.click()
    second.get_by_text("First this, then that.").wait_for(timeout=5000)
    page = opened(browser, folder, "#cat-2")
    marks = page.locator("#list [aria-selected=true] .mark").all_inner_texts()
    assert [one.split()[0] for one in marks] == ["✓", "?"], "told by shape"
    assert "could not be asked" in marks[1]
    second = page.locator("#one section").nth(1)
    second.locator("details > summary").first.click()
    second.get_by_text("the endpoint was down").first.wait_for()


@needs_browser
def test_hostile_data_stays_text(browser: Browser, folder: Path) -> None:
    page = opened(browser, folder, "#x%204&é")
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    waited(page, "[...document.querySelectorAll('#one details')].every(one => one.children.length > 1)")
    assert page.evaluate("window.broken") is None
    assert page.locator("img").count() == 0
    assert "onerror='window.broken = 2'" in page.locator("#one").inner_text()
    assert "openai:$m_{[/]}<b>$" in page.locator("#figures + div").inner_text()


def test_the_page_says_what_the_terminal_says(folder: Path) -> None:
    run = load_run(folder)
    shown = html.unescape(re.sub(r"<[^>]+>", " ", (folder / "report.html").read_text("utf-8")))
    shown = " ".join(shown.split())
    one = run.cells["english"]
    assert "entailed → True, refuted → False, unknown → Unknown" in shown
    for low, high in one.intervals.values():
        assert f"{low:.1%} to {high:.1%}" in shown
    for name, count in one.verdicts.items():
        assert re.search(rf"{name} {count}\b", shown), name
    assert "in no figure; accuracy with them" in shown
    assert "the endpoint was down" in shown
    worst, best = run.cells["openai:$m_{[/]}<b>$"].bounds["accuracy"]
    assert f"{worst:.1%} to {best:.1%}" in shown
    assert "settings" in shown.lower()
    assert "timeout" in shown
    assert not re.search(r"""(?:src|href)=["']?https?:""", (folder / "report.html").read_text("utf-8"))
