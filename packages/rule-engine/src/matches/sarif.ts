import type { ComparedMatch, MatchState } from './match-states.ts';
import { languagesOf, type Rule } from '../rule/rule.ts';
import { inOrder } from './witness-order.ts';

interface SarifRule {
  readonly id: string;
  readonly shortDescription: { readonly text: string };
  readonly properties: { readonly side: string; readonly language: string };
}

interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: 'note';
  /** Compared with base. `absent` results have their place in base. */
  readonly baselineState: MatchState;
  readonly message: { readonly text: string };
  readonly locations: readonly {
    readonly physicalLocation: {
      readonly artifactLocation: { readonly uri: string; readonly uriBaseId: 'SRCROOT' };
      readonly region: {
        readonly startLine: number;
        readonly startColumn: number;
        readonly endLine: number;
        readonly endColumn: number;
      };
    };
  }[];
}

/** The part of SARIF 2.1.0 that rules.sarif uses. */
export interface SarifLog {
  readonly $schema: string;
  readonly version: '2.1.0';
  readonly runs: readonly [
    {
      readonly tool: {
        readonly driver: {
          readonly name: string;
          readonly version: string;
          readonly rules: readonly SarifRule[];
        };
      };
      /** Columns are the same as in witnesses, so no conversion is needed. */
      readonly columnKind: 'utf16CodeUnits';
      readonly results: readonly SarifResult[];
    },
  ];
}

/**
 * Creates rules.sarif: the matches on a patched tree, then those of base that are gone. The order
 * depends only on the matches. The level is `note`, because a match is
 * not a defect; the side of the rule determines whether it is desired.
 * @throws RangeError when a witness names none of the rules
 */
export function toSarif(
  matches: readonly ComparedMatch[],
  rules: readonly Rule[],
  toolVersion: string,
): SarifLog {
  const sorted = [...rules].sort((left, right) => (left.id < right.id ? -1 : 1));
  const indices = new Map(sorted.map((rule, index) => [rule.id, { rule, index }]));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'refbench', version: toolVersion, rules: sorted.map(describe) } },
        columnKind: 'utf16CodeUnits',
        results: sortMatches(matches).map((match) => {
          const { rule: id } = match.witness;
          const found = indices.get(id);
          if (found === undefined) throw new RangeError(`no rule is named "${id}"`);
          return resultOf(match, found.rule, found.index);
        }),
      },
    ],
  };
}

function describe(rule: Rule): SarifRule {
  const { id, message, side } = rule;
  const language = languagesOf(rule).join(', ');
  return { id, shortDescription: { text: message }, properties: { side, language } };
}

function sortMatches(matches: readonly ComparedMatch[]): readonly ComparedMatch[] {
  return (['present', 'absent'] as const).flatMap((part) => {
    const own = matches.filter(({ state }) => (state === 'absent') === (part === 'absent'));
    const states = new Map(own.map(({ witness, state }) => [witness, state]));
    return inOrder(states.keys()).map((witness) => ({
      witness,
      state: states.get(witness) ?? 'new',
    }));
  });
}

function resultOf(
  { witness: { file, start, end }, state }: ComparedMatch,
  rule: Rule,
  ruleIndex: number,
): SarifResult {
  return {
    ruleId: rule.id,
    ruleIndex,
    level: 'note',
    baselineState: state,
    message: { text: rule.message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: {
            uri: file.split('/').map(encodeURIComponent).join('/'),
            uriBaseId: 'SRCROOT',
          },
          region: {
            startLine: start.line,
            startColumn: start.column,
            endLine: end.line,
            endColumn: end.column,
          },
        },
      },
    ],
  };
}
