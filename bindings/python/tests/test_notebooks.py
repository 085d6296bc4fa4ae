"""The notebooks run from the first cell to the last."""

import os
import re

import nbformat
import pytest
from conftest import REPOSITORY, program
from nbclient import NotebookClient

NOTEBOOKS = sorted((REPOSITORY / "bindings/python/notebooks").glob("*.ipynb"))


def test_there_are_four():
    assert len(NOTEBOOKS) == 4


def texts(notebook):
    """The output of each code cell as text: printed text and result. The number of nodes of a search on several threads differs between runs."""

    def of(output):
        if output.output_type == "stream":
            return output.text
        return output.get("data", {}).get("text/plain", output.output_type)

    return [
        (cell.source, re.sub(r"nodes=\d+", "nodes=…", "".join(of(output) for output in cell.outputs)))
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_it_finds(path, tmp_path, monkeypatch):
    """It runs from the first cell to the last, and the stored output equals the new one. `NOTEBOOKS=overwrite` stores the new output."""
    monkeypatch.setenv("HANAMACHI", str(program()))
    notebook = nbformat.read(path, as_version=4)
    kept = texts(notebook)
    client = NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": tmp_path}})
    client.execute()
    if os.environ.get("NOTEBOOKS") == "overwrite":
        for cell in notebook.cells:
            cell.metadata.pop("execution", None)
        nbformat.write(notebook, path)
    else:
        assert texts(notebook) == kept
