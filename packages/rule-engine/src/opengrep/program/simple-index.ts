import { parseJson } from '@refbench/base';
import { z } from 'zod';

const pageSchema = z.object({
  files: z.array(z.object({ filename: z.string(), url: z.string() })),
});

/** The Accept header for package indexes: JSON or the older HTML format. */
export const ACCEPT = 'application/vnd.pypi.simple.v1+json, text/html;q=0.5';

/** Finds the URL of a file on a project page of a package index; undefined if it is not listed. */
export function fileAddress(page: string, pageAddress: string, file: string): string | undefined {
  const json = parseJson(page, pageSchema);
  const links =
    json.kind === 'valid'
      ? json.value.files.map(({ filename, url }) => ({ name: filename, address: url }))
      : htmlLinks(page);
  const link = links.find(({ name }) => name === file);
  if (link === undefined || !URL.canParse(link.address, pageAddress)) return undefined;
  const address = new URL(link.address, pageAddress);
  address.hash = '';
  return address.href;
}

function htmlLinks(page: string): readonly { readonly name: string; readonly address: string }[] {
  return [...page.matchAll(/<a\s[^>]*?href\s*=\s*(["'])(.*?)\1[^>]*>([^<]*)</gis)].map(
    ([, , address = '', name = '']) => ({
      name: name.trim(),
      address: address.replaceAll('&amp;', '&'),
    }),
  );
}
