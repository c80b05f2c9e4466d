/** The build tag of the wheel that uv makes of a project that is installed in place. */
const EDITABLE_WHEEL = '-0.editable-';

/** Whether the tags in the name of a wheel say that it leads to a source tree and holds no code. */
export function isEditableWheel(tags: string): boolean {
  return tags.startsWith(EDITABLE_WHEEL);
}

/** Whether a file lists the files of an installed Python package, as in PEP 376. */
export function isFileList(path: string): boolean {
  return path.endsWith('.dist-info/RECORD');
}

/**
 * Whether a Python package consists of what leads to its source tree: metadata, paths, an importer that setuptools
 * writes, and programs. Its version is that of the tree, and it holds nothing of it.
 * @param record - The list of files, one per line, each with a digest and a size.
 */
export function isInstalledInPlace(record: string): boolean {
  const paths = record
    .split('\n')
    .map((line) => line.replace(/^"|(?:"?,[^,]*,[^,]*)$/g, ''))
    .filter((path) => path.trim() !== '');
  return paths.some((path) => path.endsWith('.pth')) && paths.every((path) => LEADS.test(path));
}

const LEADS =
  /^[^/]+\.dist-info\/|^[^/]+\.pth$|^__editable__[^/]*(?:\.py|\/?__pycache__\/[^/]+)$|^__pycache__\/__editable__[^/]+$|^(?:\.\.\/)+bin\/[^/]+$/;
