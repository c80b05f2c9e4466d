import { stringify } from 'yaml';

/** Formats plain data as one YAML document without aliases, which the guarded parser accepts. */
export function formatYaml(value: unknown): string {
  return stringify(value, { aliasDuplicateObjects: false, lineWidth: 100, version: '1.2' });
}
