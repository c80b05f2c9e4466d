/**
 * Comment syntax by file extension. A changed line is judged alone, without the lines around it, so
 * a line inside a block comment is known only by the customary leading `*`.
 */
const LINE_COMMENTS = {
  slashes: /^\/\//,
  hash: /^#(?!!)/,
  /** PHP: `#[` opens an attribute. */
  hashNoAttribute: /^#(?![[!])/,
  dashes: /^--/,
  semicolons: /^;/,
  percent: /^%/,
} as const;

const BLOCKS = {
  /** Opens, closes or continues. `*=` and `*pointer` are code. */
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
/** Single-file components hold script, style and markup. */
const COMPONENT: CommentSyntax = { line: [slashes], block: [stars, markup] };

/** A file of an unknown kind: what the calibration counted as a comment in every language. */
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

/** Whether a line of this file holds a comment and nothing else. Blank lines are not comments. */
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
  // Code may follow the end of the comment: that line is code.
  const end = line.indexOf(close, line.startsWith(open) ? open.length : 0);
  return end === -1 || end + close.length === line.length;
}

function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}
