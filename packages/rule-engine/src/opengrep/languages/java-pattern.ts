import { ANY_TYPE } from './java-types.ts';
import { DOTS, rewritePattern, TYPED, type RewriteStyle } from '../pattern-text.ts';

const STYLE: RewriteStyle = {
  quotes: '"\'',
  lineEnd: ';',
  // `String... names`
  isSpread: (before, behind) => /[\w>\]]$/.test(before) && /^\s*[\w$]/.test(behind),
};

/** Words before a parenthesis that is no list of parameters. */
export const NO_METHOD: RegExp =
  /^(?:if|for|while|switch|catch|try|synchronized|return|new|throw|else|do|assert|case|super|this)$/;

/** A pattern as Java source: `...` becomes what the grammar allows in its place. */
export function javaPatternText(pattern: string): string {
  let text = rewritePattern(pattern, STYLE);
  text = text.replace(/@[\w.]+\([^()]*=[^()]*\)/g, (annotation) =>
    annotation.replace(/([(,]\s*)OGDOTS(?=\s*[,)])/g, `$1${DOTS} = ${DOTS}`),
  );
  text = text.replace(/\bfor\s*\(\s*OGDOTS\s*\)/g, `for (int ${DOTS} : ${DOTS})`);
  text = text.replace(/\bcatch\s*\(\s*OGDOTS\s*\)/g, `catch (${DOTS} ${DOTS})`);
  text = text.replace(/\)(\s*)OGDOTS(?=\s*(?:$|else\b|\}))/g, `)$1${DOTS};`);
  text = parametersOf(text);
  text = typedMetavariables(text);
  // A declaration stands both among statements and among members.
  const alone = /(^|[{};])(\s*)OGDOTS;?(?=\s*(?:$|[\w@}]))/g;
  text = text.replace(alone, `$1$2int ${DOTS};`).replace(alone, `$1$2int ${DOTS};`);
  return text.replace(/(\benum\b[^{]*\{\s*)int OGDOTS;/g, `$1${DOTS};`);
}

/** `m(..., $...ARGS)` of a method's definition: parameters need a type. */
function parametersOf(text: string): string {
  const list =
    /([\w>\]]+)?(\s+|^|[;{}]\s*)(\w+)(\s*\()([^()]*)(\)\s*(?:throws\s[\w\s.,]+)?)(?=[{;]|$)/g;
  return text.replace(
    list,
    (
      whole,
      before: string | undefined,
      space: string,
      name: string,
      open: string,
      params: string,
      close: string,
      at: number,
    ) => {
      const follows = text[at + whole.length];
      const isCall = before === undefined && follows !== '{';
      if (isCall || NO_METHOD.test(name) || (before !== undefined && NO_METHOD.test(before))) {
        return whole;
      }
      const typed = params
        .split(',')
        .map((param) => param.replace(/^(\s*)(OGDOTS|OGM[EV]_\w+)(\s*)$/, `$1${ANY_TYPE} $2$3`))
        .join(',');
      return `${before ?? ''}${space}${name}${open}${typed}${close}`;
    },
  );
}

/** `(String $X)` is an expression of this type, unless it is a parameter. */
function typedMetavariables(text: string): string {
  return text.replace(
    /(?<![\w>\]]\s?)\(\s*([\w.]+(?:<[\w.,<>? ]*>)?(?:\[\])*)\s+(OGMV_\w+)\s*\)(?!\s*(?:->|\{))/g,
    (_, type: string, name: string) => `((${type}) ${TYPED}_${name})`,
  );
}
