/**
 * Comment syntax by file extension. A changed line is classified without its neighbours, so a line
 * inside a block comment is recognised by its conventional leading `*` only.
 */
const LINE_COMMENTS = {
  slashes: /^\/\//,
  hash: /^#(?!!)/,
  /** In PHP, `#[` opens an attribute. */
  hashNoAttribute: /^#(?![[!])/,
  dashes: /^--/,
  semicolons: /^;/,
  percent: /^%/,
} as const;

const BLOCKS = {
  /** The line opens, closes or continues a block. `*=` and `*pointer` are code. */
  stars: { open: '/*', close: '*/', inner: /^\*(?:\s|$)/ },
  markup: { open: '<!--', close: '-->', inner: undefined },
} as const;

interface CommentSyntax {
  readonly line: readonly RegExp[];
  readonly block: readonly (typeof BLOCKS)[keyof typeof BLOCKS][];
}

const { slashes, hash, hashNoAttribute, dashes, semicolons, percent } = LINE_COMMENTS;
const { stars, markup } = BLOCKS;
const C_LIKE: CommentSyntax = { line: [slashes], block: [stars] };
const HASH: CommentSyntax = { line: [hash], block: [] };
const MARKUP: CommentSyntax = { line: [], block: [markup] };
/** Single-file components contain script, style and markup. */
const COMPONENT: CommentSyntax = { line: [slashes], block: [stars, markup] };

/** Fallback for unknown extensions: the expression that the calibration used for all languages. */
const UNKNOWN: CommentSyntax = {
  line: [slashes, /^#(?!include|define|if|endif|else|pragma|\[|!)/],
  block: [stars, markup],
};

const SYNTAX: ReadonlyMap<string, CommentSyntax> = new Map(
  (
    [
      [
        'js jsx mjs cjs ts tsx mts cts go java rs c h cc cpp cxx hpp hh cu ino cs kt kts swift scala groovy gradle dart m mm proto scss less sol zig',
        C_LIKE,
      ],
      ['py pyi pyx bzl star rb pl pm r sh bash zsh fish ex exs cmake mk tf nix jl', HASH],
      ['html htm xhtml xml svg', MARKUP],
      ['vue svelte astro', COMPONENT],
      ['css', { line: [], block: [stars] }],
      ['php', { line: [slashes, hashNoAttribute], block: [stars] }],
      ['sql', { line: [dashes], block: [stars] }],
      ['lua hs elm', { line: [dashes], block: [] }],
      ['clj cljs cljc el lisp scm asm', { line: [semicolons], block: [] }],
      ['erl hrl tex', { line: [percent], block: [] }],
    ] as const
  ).flatMap(([extensions, syntax]) => extensions.split(' ').map((name) => [name, syntax] as const)),
);

/** Returns whether a line of this file contains only a comment. Blank lines are not comments. */
export function isCommentLine(path: string, text: string): boolean {
  const syntax = SYNTAX.get(extensionOf(path)) ?? UNKNOWN;
  const line = text.trim();
  return (
    syntax.line.some((start) => start.test(line)) ||
    syntax.block.some((block) => isInsideBlock(line, block))
  );
}

function isInsideBlock(line: string, block: CommentSyntax['block'][number]): boolean {
  const { open, close, inner } = block;
  const begins = line.startsWith(open) || line.startsWith(close) || inner?.test(line) === true;
  if (!begins) return false;
  // A line with code after the end of the comment is code.
  const end = line.indexOf(close, line.startsWith(open) ? open.length : 0);
  return end === -1 || end + close.length === line.length;
}

function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}
