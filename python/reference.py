#!/usr/bin/env python3
"""Makes docs/python-reference.md of the stubs and of the modules of the package; run it after you change either.

    python/reference.py            writes the page
    python/reference.py --check    fails where the page is not what would be written
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent / "docs" / "python-reference.md"
#: What has a part of the page each: the name to import, the file.
MODULES = [
    ("gruntle", HERE / "gruntle" / "_gruntle.pyi"),
    ("gruntle.arena", HERE / "gruntle" / "arena.py"),
    ("gruntle.gym", HERE / "gruntle" / "gym.py"),
    ("gruntle.pettingzoo", HERE / "gruntle" / "pettingzoo.py"),
    ("gruntle.openspiel", HERE / "gruntle" / "openspiel.py"),
]
HEAD = """# Python: the reference

Every public name of the package, with an example that runs as it stands after `import gruntle` and `import numpy as np`. [python.md](python.md) tells how
to build the package and what it is for. This page is made by `python/reference.py` out of the stubs (`python/gruntle/_gruntle.pyi`) and the modules.
"""


def names(body: list[ast.stmt]):
    """The public names of a module or class: name, node, docstring. What stands behind an annotation tells of it."""
    for place, node in enumerate(body):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            if not node.name.startswith("_") or node.name == "__init__":
                yield node.name, node, ast.get_docstring(node)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            after = body[place + 1] if place + 1 < len(body) else None
            says = after.value.value if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else None
            yield node.target.id, node, says and ast.literal_eval(repr(says)).strip()


def arguments_of(node: ast.FunctionDef) -> str:
    """What a function takes, as it is written."""
    return ast.unparse(node.args).removeprefix("self").removeprefix(", ")


def signature(name: str, node: ast.stmt, of: str) -> str:
    """How a name is written where it is used."""
    if isinstance(node, ast.AnnAssign):
        return f"{of}.{name}: {ast.unparse(node.annotation)}"
    if isinstance(node, ast.ClassDef):
        made = [one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"]
        # Where the way to make one is described by itself it has a heading of its own.
        shown = [one for one in made if not ast.get_docstring(one)]
        return f"class {of}.{name}" + "".join(f"({arguments_of(one)})" for one in shown)
    arguments = arguments_of(node)
    if any(isinstance(one, ast.Name) and one.id == "property" for one in node.decorator_list):
        return f"{of}.{name}: {ast.unparse(node.returns)}"
    if name == "__init__":
        return f"{of}({arguments})"
    gives = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{of}.{name}({arguments}){gives}"


def told(docstring: str) -> str:
    """A docstring as Markdown: prose, and examples in blocks."""
    lines, block = [], []
    for line in [*docstring.splitlines(), ""]:
        if line.startswith(">>>") or (block and line.strip()):
            block.append(line)
            continue
        if block:
            lines += ["```python", *block, "```"]
            block = []
        lines.append(line)
    return "\n".join(lines).strip()


def described() -> list[tuple[str, str, str | None]]:
    """Everything that is described: heading, its mark, docstring."""
    found = []
    for module, file in MODULES:
        tree = ast.parse(file.read_text(encoding="utf-8"))
        found.append((module, "##", ast.get_docstring(tree)))
        for name, node, says in names(tree.body):
            if isinstance(node, ast.AnnAssign) and says is None:
                continue
            found.append((signature(name, node, module), "###", says))
            if isinstance(node, ast.ClassDef) and file.suffix == ".pyi":
                for inner, method, means in names(node.body):
                    of = f"{module}.{name}" if inner == "__init__" else name
                    found.append((signature(inner, method, of), "####", means))
            elif isinstance(node, ast.ClassDef):
                for inner, method, means in names(node.body):
                    if means and ">>>" in means:
                        found.append((signature(inner, method, name), "####", means))
    return found


def page() -> str:
    """The page."""
    parts = [HEAD.strip()]
    for heading, mark, says in described():
        heading = heading if mark == "##" else f"`{heading}`"
        parts.append(f"{mark} {heading}\n\n{told(says or '')}".strip())
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    made = page()
    if sys.argv[1:] == ["--check"]:
        there = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
        sys.exit(None if there == made else f"{PAGE} is not what the stubs say; run python/reference.py")
    PAGE.write_text(made, encoding="utf-8")
    print(f"wrote {PAGE}")
