import type { Cell } from './cell.ts';

/** The results of one agent by the number of the instance; several are in the order of repeats. */
export class CellStore {
  private readonly places: (readonly Cell[] | Repeats | undefined)[] = [];
  /** Whether any place holds several. */
  repeated = false;

  add(place: number, repeat: number, cell: Cell): void {
    // Filled up without holes: V8 keeps sparse arrays as dictionaries.
    while (this.places.length <= place) this.places.push(undefined);
    const known = this.places[place];
    if (known === undefined) {
      this.places[place] = repeat === 1 ? alone(cell) : new Repeats(repeat, cell);
      return;
    }
    this.repeated = true;
    const repeats = known instanceof Repeats ? known : new Repeats(1, known[0] as Cell);
    repeats.add(repeat, cell);
    this.places[place] = repeats;
  }

  /** Undefined where there is no result. */
  get(place: number): readonly Cell[] | undefined {
    const known = this.places[place];
    return known instanceof Repeats ? known.cells : known;
  }
}

/** Most places hold one result, and equal results may be one object: they share a list then. */
const lists = new WeakMap<Cell, readonly [Cell]>();

function alone(cell: Cell): readonly [Cell] {
  let list = lists.get(cell);
  if (list === undefined) lists.set(cell, (list = [cell]));
  return list;
}

class Repeats {
  readonly cells: Cell[];
  private readonly numbers: number[];

  constructor(repeat: number, cell: Cell) {
    this.cells = [cell];
    this.numbers = [repeat];
  }

  /** Results mostly come in order, so the place is looked for from the end. */
  add(repeat: number, cell: Cell): void {
    let at = this.numbers.length;
    while (at > 0 && (this.numbers[at - 1] as number) > repeat) at -= 1;
    this.numbers.splice(at, 0, repeat);
    this.cells.splice(at, 0, cell);
  }
}
