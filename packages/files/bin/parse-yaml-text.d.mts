export function parseYamlText(
  text: string,
): { readonly documents: unknown[] } | { readonly error: string };
