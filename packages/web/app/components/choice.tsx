import type { VNode } from 'preact';

interface Props {
  readonly name: string;
  readonly value: string;
  readonly options: readonly string[];
  /** What is shown for an option, if it is not the option itself. */
  readonly textOf?: (option: string) => string;
  readonly onChange: (value: string) => void;
}

/** A filter with one value or all of them. A filter without a choice is not shown. */
export function Choice({ name, value, options, textOf, onChange }: Props): VNode | null {
  if (options.length < 2 && value === '') return null;
  const id = `filter-${name.replaceAll(' ', '-')}`;
  return (
    <div class="field">
      <label for={id}>{name}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">all</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {textOf === undefined ? option : textOf(option)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** A filter by a part of a text. */
export function TextFilter(props: {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
}): VNode {
  const { label, value, onInput } = props;
  return (
    <div class="field">
      <label for="filter-text">{label}</label>
      <input
        id="filter-text"
        type="search"
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </div>
  );
}
