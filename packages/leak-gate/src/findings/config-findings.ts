import type { Finding, LeakKind } from './leak-report.ts';
import type { ImageConfig } from '../image/saved-image.ts';
import { masked, secretPatterns, type KnownSecret } from '../image/secrets.ts';

const SECRET_VARIABLE = /(?:token|secret|passw(?:or)?d|api_?key|credentials?)$/i;
const PROXY_VARIABLE = /^(?:https?|all|ftp|no)_proxy$/i;

/** Searches the configuration of an image: variables, labels and the history of its steps. */
export function configFindings(
  config: ImageConfig,
  secrets: readonly KnownSecret[],
  golden: string,
): readonly Finding[] {
  const texts = [
    ...config.env.map((text) => ({ path: `variable ${text.split('=')[0]}`, text })),
    ...Object.entries(config.labels).map(([name, text]) => ({ path: `label ${name}`, text })),
    ...config.history.map((text, index) => ({ path: `step ${index} of the history`, text })),
  ];
  return [
    ...texts.flatMap(({ path, text }) => textFindings(path, text, secrets, golden)),
    ...config.env.flatMap(variableFindings),
  ];
}

function textFindings(
  path: string,
  text: string,
  secrets: readonly KnownSecret[],
  golden: string,
): readonly Finding[] {
  const findings: Finding[] = [];
  const bytes = Buffer.from(text);
  for (const { name, values } of secrets) {
    if (!values.some((value) => bytes.includes(value))) continue;
    findings.push(leak('secret', path, `holds the value of ${name}`));
  }
  for (const { what, witness } of secretPatterns(text)) {
    findings.push(leak('secret', path, `${what}: ${witness}`));
  }
  if (text.includes(golden)) findings.push(leak('golden-commit', path, golden));
  return findings;
}

function variableFindings(text: string): readonly Finding[] {
  const [name = ''] = text.split('=', 1);
  const value = text.slice(name.length + 1);
  if (value === '') return [];
  const path = `variable ${name}`;
  if (SECRET_VARIABLE.test(name)) return [leak('secret', path, `is set: ${masked(value)}`)];
  return PROXY_VARIABLE.test(name) ? [leak('secret', path, 'is a setting of the build')] : [];
}

function leak(kind: LeakKind, path: string, witness: string): Finding {
  return { severity: 'leak', kind, layer: null, path, witness };
}
