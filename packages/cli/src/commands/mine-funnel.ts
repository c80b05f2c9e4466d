import { join, resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { writeFileAtomic } from '@refbench/base';
import { readFunnel, requireMined } from '@refbench/mining';
import {
  drawFigure,
  FIGURE_STYLES,
  funnelTables,
  miningFunnel,
  renderText,
  type FigureStyle,
} from '@refbench/reports';
import { addFolderOptions, type MineOptions } from '../options/mine-options.ts';

interface FunnelOptions extends MineOptions {
  readonly out?: string;
  readonly figureStyle: FigureStyle;
}

export function addMineFunnelCommand(mine: Command): void {
  const command = mine
    .command('funnel')
    .description(
      'count the commits that remain after each stage, and show why the others were dropped',
    )
    .option('--out <dir>', 'folder for the figure as SVG and PNG')
    .addOption(
      new Option(
        '--figure-style <style>',
        'style of figures; paper: no title or digest, one column wide',
      )
        .choices(FIGURE_STYLES)
        .default('web'),
    );
  addFolderOptions(command).action(async (options: FunnelOptions) => {
    const folder = resolve(options.folder);
    requireMined(folder);
    const funnel = await readFunnel(folder);
    if (options.json) process.stdout.write(`${JSON.stringify(funnel)}\n`);
    else process.stdout.write(`${funnelTables(funnel).map(renderText).join('\n\n')}\n`);
    if (options.out === undefined) return;
    const figure = miningFunnel(funnel.stages, { id: options.folder, digest: funnel.digest });
    const { id, svg, png } = await drawFigure(figure, options.figureStyle);
    await writeFileAtomic(join(options.out, `${id}.svg`), svg);
    await writeFileAtomic(join(options.out, `${id}.png`), png);
    process.stderr.write(`${id}.svg and ${id}.png in ${options.out}\n`);
  });
}
