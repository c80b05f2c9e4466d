import { extensionOf } from '@refbench/rule-engine';

/** Extensions under which the same program may run, but which rules of its language do not read. */
const OTHER: Readonly<Record<string, string>> = {
  ts: 'js',
  tsx: 'jsx',
  js: 'ts',
  jsx: 'tsx',
  mjs: 'mts',
  cjs: 'cts',
  py: 'pyx',
  c: 'm',
  h: 'inc',
  cc: 'mm',
  cpp: 'mm',
  java: 'groovy',
  css: 'scss',
};

/** Replaces the extension of a path; the default is `txt`. */
export function otherExtension(path: string): string {
  const extension = extensionOf(path);
  const end = extension === '' ? path.length : path.length - extension.length - 1;
  return `${path.slice(0, end)}.${OTHER[extension] ?? 'txt'}`;
}
