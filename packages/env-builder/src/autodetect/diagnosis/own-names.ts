/**
 * Whether the tree itself defines one of the parts of a path, with or without its ending. What the tree defines is
 * built or linked, and not installed.
 * @param own - Names that the tree itself defines.
 */
export function isOwnPath(path: string, own: ReadonlySet<string>): boolean {
  return path
    .split('/')
    .flatMap((part) => [part, part.replace(/\.\w+$/, '')])
    .some((name) => own.has(name));
}
