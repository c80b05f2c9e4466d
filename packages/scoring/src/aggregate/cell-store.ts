import type { Cell } from './cell.ts';

/** Holds the results of one agent by instance index. Repeats are kept in their order. */
export class CellStore {
  private readonly cellsByIndex: (readonly Cell[] | Repeats | undefined)[] = [];
  /** True if any instance has more than one result. */
  repeated = false;

  add(index: number, repeat: number, cell: Cell): void {
    // Keeps the array dense, because V8 stores sparse arrays as dictionaries.
    while (this.cellsByIndex.length <= index) this.cellsByIndex.push(undefined);
    const existing = this.cellsByIndex[index];
    if (existing === undefined) {
      this.cellsByIndex[index] = repeat === 1 ? singleton(cell) : new Repeats(repeat, cell);
      return;
    }
    this.repeated = true;
    const repeats = existing instanceof Repeats ? existing : new Repeats(1, existing[0] as Cell);
    repeats.add(repeat, cell);
    this.cellsByIndex[index] = repeats;
  }

  /** Returns undefined if the instance has no result. */
  get(index: number): readonly Cell[] | undefined {
    const existing = this.cellsByIndex[index];
    return existing instanceof Repeats ? existing.cells : existing;
  }
}

/** Most instances have a single result. Identical result objects share one array to save memory. */
const singletons = new WeakMap<Cell, readonly [Cell]>();

function singleton(cell: Cell): readonly [Cell] {
  let list = singletons.get(cell);
  if (list === undefined) singletons.set(cell, (list = [cell]));
  return list;
}

class Repeats {
  readonly cells: Cell[];
  private readonly numbers: number[];

  constructor(repeat: number, cell: Cell) {
    this.cells = [cell];
    this.numbers = [repeat];
  }

  /** Searches from the end, because results usually arrive in order. */
  add(repeat: number, cell: Cell): void {
    let at = this.numbers.length;
    while (at > 0 && (this.numbers[at - 1] as number) > repeat) at -= 1;
    this.numbers.splice(at, 0, repeat);
    this.cells.splice(at, 0, cell);
  }
}
