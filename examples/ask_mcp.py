"""Ask the tools of Sorites as any client of the Model Context Protocol does.

Run it by ``uv run python examples/ask_mcp.py``; it starts the server ``sorites mcp`` by itself.
"""

import asyncio
import sys

from mcp import Client, StdioServerParameters

SERVER = StdioServerParameters(command=sys.executable, args=["-m", "sorites", "mcp", "--timeout", "5"])
PROGRAM = """Premises:
∀x (Kind(x) → Nice(x)) ::: Kind people are nice.
Kind(anne) ::: Anne is kind.
Conclusion:
Nice(anne) ::: Is Anne nice?
"""


async def main() -> None:
    """Print the tools, what one of them proves, and what another answers."""
    async with Client(SERVER) as client:
        for tool in (await client.list_tools()).tools:
            print(f"{tool.name}: {tool.title}")
        proved = await client.call_tool("prove", {"program": PROGRAM})
        print(proved.structured_content["verdict"], "by", *proved.structured_content["explanation"])
        solved = await client.call_tool(
            "solve", {"context": "Kind people are nice. Anne is kind.", "question": "Is Bob nice?"}
        )
        print(solved.structured_content["answer"], "-", solved.structured_content["certified"])
        faulty = await client.call_tool(
            "prove", {"program": "Premises:\nKind(anne) Nice(anne)\nConclusion:\nNice(anne)"}
        )
        if faulty.is_error:
            print(faulty.content[0].text.splitlines()[1])


asyncio.run(main())
