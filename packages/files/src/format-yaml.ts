import { stringify } from 'yaml';

/** Plain data as one YAML document, without aliases, so that the guarded parser takes it back. */
export function formatYaml(value: unknown): string {
  return stringify(value, { aliasDuplicateObjects: false, lineWidth: 100, version: '1.2' });
}
