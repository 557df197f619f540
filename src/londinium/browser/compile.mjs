// Python's own compiler, run in Node when a site is built: sources in, bytecode out, so that nobody's browser has to compile them.
// node compile.mjs PYODIDE_FOLDER IN OUT, where IN and OUT are archives (.tar or .zip).

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [folder, from, to] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.resolve(folder, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: path.resolve(folder) + path.sep });
python.FS.writeFile("/in", new Uint8Array(fs.readFileSync(from)));
await python.runPythonAsync(`
import ast, io, marshal, tarfile, zipfile
from importlib.util import MAGIC_NUMBER
from types import CodeType

READS_ITSELF = ("anyio/",)  # it looks into its own sources for what to load when it is needed
UNCHECKED = (1).to_bytes(4, "little") + bytes(8)


def without_lines(code):
    """The lines of a source that is not there are half of a code's size: "no place" stands for all of them, eight at a time."""
    eights, rest = divmod(len(code.co_code) // 2, 8)
    nowhere = b"\\xff" * eights + (bytes([0xF8 + rest - 1]) if rest else b"")
    inside = tuple(without_lines(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_linetable=nowhere, co_consts=inside)


def without_types(source):
    """What functions take and give is for those who read and check them: nobody asks for it, outside of Python's library."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
        elif isinstance(node, ast.arg):
            node.annotation = None
    return tree


def compiled(name, content, in_library):
    if not name.endswith(".py") or name.startswith(READS_ITSELF):
        return name, content
    try:
        source = content if in_library else without_types(content)
        code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    except SyntaxError:  # meant for another Python, and never loaded
        return name, content
    return name + "c", MAGIC_NUMBER + UNCHECKED + marshal.dumps(without_lines(code))


if zipfile.is_zipfile("/in"):
    with zipfile.ZipFile("/in") as source, zipfile.ZipFile("/out", "w") as target:  # packed as a whole
        for entry in source.infolist():
            if not entry.is_dir():
                name, content = compiled(entry.filename, source.read(entry), in_library=True)
                target.writestr(zipfile.ZipInfo(name), content)
else:
    with tarfile.open("/in") as source, tarfile.open("/out", "w", format=tarfile.USTAR_FORMAT) as target:
        for entry in source:
            name, content = compiled(entry.name, source.extractfile(entry).read(), in_library=False)
            made = tarfile.TarInfo(name)
            made.size = len(content)
            target.addfile(made, io.BytesIO(content))
`);
fs.writeFileSync(to, python.FS.readFile("/out"));
process.exit(0);
