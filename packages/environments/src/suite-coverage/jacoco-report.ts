import { addLine, ANY_FOLDER, type LineHits, type ReportedHits } from './line-hits.ts';

const TAG = /<(package|sourcefile|line)\s([^<>]*)>/g;

/**
 * Reads an XML report of JaCoCo: `<package name>` contains `<sourcefile name>`, which contains a
 * `<line nr ci>` for each executable line; `ci` is the number of executed instructions. The names are
 * the ends of paths: package and file.
 */
export function jacocoHits(report: string): ReportedHits {
  const hits = new Map<string, LineHits>();
  let [folder, file] = ['', ''];
  for (const [, tag, attributes = ''] of report.matchAll(TAG)) {
    const value = (name: string): string =>
      new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
    if (tag === 'package') folder = value('name');
    else if (tag === 'sourcefile')
      file = folder === '' ? value('name') : `${folder}/${value('name')}`;
    else if (file !== '')
      addLine(hits, `${ANY_FOLDER}${file}`, Number(value('nr')), Number(value('ci')) > 0);
  }
  return hits;
}
