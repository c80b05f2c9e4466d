import type { Cst } from '../cst.ts';
import type { Pattern, PatternForm, SourceLanguage } from '../language.ts';
import { patternOfStatements } from '../pattern.ts';
import { rewritePattern, type RewriteStyle } from '../pattern-text.ts';
import type { Tree } from '../tree.ts';
import { PYTHON_STYLE, resolvePython } from './python-names.ts';
import { pythonProgram } from './python-statements.ts';

const STYLE: RewriteStyle = {
  quotes: '"\'',
  lineEnd: '',
  lineComment: '#',
  isSpread: () => false,
};

export const python: SourceLanguage = {
  id: 'python',
  names: ['python', 'py', 'python2', 'python3'],
  extensions: ['.py', '.pyi'],
  grammarOf: () => 'Python',
  isComment: (type) => type === 'comment' || type === 'line_continuation',
  translate: (root: Cst, source: string): Tree => pythonProgram(root, source),
  constantStyle: PYTHON_STYLE,
  resolve: resolvePython,
  patternForms,
  typePattern: (type) => `x: ${type}`,
};

function patternForms(text: string): readonly PatternForm[] {
  const body = rewritePattern(text, STYLE);
  const form = (source: string, extract: (program: Tree) => Pattern | undefined): PatternForm => ({
    grammar: 'Python',
    source: `${source}\n`,
    extract,
  });
  return [
    form(body, ({ kids }) => patternOfStatements(kids)),
    // Keys and values of a dictionary: `...` is an entry.
    form(body.replaceAll(/([{,]\s*)OGDOTS(?=\s*[,}])/g, '$1**OGDOTS'), ({ kids }) =>
      patternOfStatements(kids),
    ),
    form(`${body}\ndef f(): pass`, decorator),
    form(`${body}\n  pass`, ({ kids }) => patternOfStatements(kids)),
  ];
}

/** A decorator by itself. */
function decorator({ kids }: Tree): Pattern | undefined {
  const [only] = kids;
  if (kids.length !== 1 || only?.kind !== 'FuncDef') return undefined;
  const [attribute, ...others] = only.kids[0]?.kids ?? [];
  if (attribute === undefined || others.length > 0) return undefined;
  return { kind: 'node', tree: attribute };
}
