export function parseYamlText(request: {
  readonly text: string;
  readonly paths?: readonly (readonly (string | number)[])[];
}):
  | { readonly documents: unknown[]; readonly lines: readonly (number | null)[] }
  | { readonly error: string };
