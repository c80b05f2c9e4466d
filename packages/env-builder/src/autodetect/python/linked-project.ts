import { OWN_DISTRIBUTION } from './own-distribution.ts';

/**
 * A function of setup_shell.sh that installs a project (`.` or `.[extra]`) whose build tool cannot install it in place,
 * because it is older than PEP 660. The project is installed as a copy, for its metadata, its programs and its
 * dependencies. Then the modules of the copy are removed, and Python is told to look for them in the tree.
 */
export const LINK_PROJECT: string = `
refbench_link() {
  refbench_pip "$@" || return
  python - <<'PYTHON'
${OWN_DISTRIBUTION}
packages, folders = pathlib.Path(sysconfig.get_path("purelib")), set()
for file in own.files or []:
    copy, top = packages / file, file.parts[0]
    if top.endswith(".dist-info") or top == ".." or not copy.exists():
        continue
    folder = next((one for one in (pathlib.Path.cwd(), pathlib.Path.cwd() / "src") if (one / top).exists()), None)
    if folder is None:
        continue
    folders.add(str(folder))
    if copy.suffix == ".so" and (folder / file).parent.exists():
        shutil.copy(copy, folder / file)
    if (folder / file).exists():
        copy.unlink()
if folders:
    (packages / "refbench-project.pth").write_text("\\n".join(sorted(folders)) + "\\n")
PYTHON
}
`;
