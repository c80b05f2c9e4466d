import type { Language } from '@refbench/code-facts';
import type { FileFunctions, FoundFunction } from './find-functions.ts';

const ECMASCRIPT = "if (Number('1')) throw new Error('planted fault');";
/** A declaration, so that no statement precedes the declarations after it. */
const NATIVE = '__attribute__((unused)) int planted_fault = (__builtin_trap(), 0);';

/**
 * A statement that fails when it is executed. Compilers must not detect that it always fails, because
 * they reject unreachable code and unused variables.
 */
const FAULTS: Partial<Readonly<Record<Language, string>>> = {
  C: NATIVE,
  Cpp: NATIVE,
  Go: 'if true { panic("planted fault") };',
  Java: 'if (true) throw new AssertionError("planted fault");',
  JavaScript: ECMASCRIPT,
  Python: "raise RuntimeError('planted fault')",
  Rust: 'if true { panic!("planted fault") }',
  Tsx: ECMASCRIPT,
  TypeScript: ECMASCRIPT,
};

/** Returns the text of a file with a fault at the start of each of the given functions. */
export function plantFaults(
  { language, text }: FileFunctions,
  functions: readonly FoundFunction[],
): string {
  const fault = FAULTS[language];
  if (fault === undefined) throw new RangeError(`there is no fault for ${language}`);
  let planted = text;
  // Processed from the end, so that earlier offsets stay valid.
  for (const { entry } of functions.toSorted((left, right) => right.entry.at - left.entry.at)) {
    const [before, after] = [planted.slice(0, entry.at), planted.slice(entry.at)];
    switch (entry.kind) {
      case 'block':
        planted = `${before} ${fault}${after}`;
        break;
      case 'line':
        planted = `${before}${fault}${indentBehind(before)}${after}`;
        break;
      case 'expression': {
        const length = entry.end - entry.at;
        const body = `{ ${fault} return (${after.slice(0, length)}); }`;
        planted = `${before}${body}${after.slice(length)}`;
        break;
      }
    }
  }
  return planted;
}

/**
 * Returns the separator between two statements: a new line with the same indent, or `; ` if the body
 * is on one line.
 */
function indentBehind(before: string): string {
  const indent = before.slice(before.lastIndexOf('\n') + 1);
  return indent.trim() === '' ? `\n${indent}` : '; ';
}
