/** Folders of third-party and generated code. */
const FOREIGN_FOLDER =
  /(?:^|\/)(?:vendor|vendored|third[_-]?party|node_modules|external|extern|dist|generated|gen|__generated__|__snapshots__|testdata|fixtures)\//i;
const GENERATED_NAME =
  /(?:\.pb\.(?:go|cc|h)|_pb2(?:_grpc)?\.pyi?|\.g\.dart|\.generated\.\w+|_generated\.\w+|zz_generated\S*|\.min\.(?:js|css)|\.snap)$/i;
const LOCK = /(?:\.lock|\.sum|[-.]lock\.(?:json|ya?ml)|npm-shrinkwrap\.json|\.lockfile)$/i;
const NO_CODE =
  /\.(?:md|mdx|rst|adoc|txt|json|ya?ml|toml|xml|csv|svg|html?|css|scss|po|properties)$/i;

/**
 * Returns true for generated code, vendored code, documents and data, which are not refactored by
 * hand.
 */
export function isForeign(path: string): boolean {
  return FOREIGN_FOLDER.test(path) || GENERATED_NAME.test(path) || NO_CODE.test(path);
}

/** Returns true for lock files of package managers. */
export function isLock(path: string): boolean {
  return LOCK.test(path);
}
