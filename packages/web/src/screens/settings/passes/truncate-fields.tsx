import type { CutLimit } from '@tenfold/core';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { NumberSetting } from './number-setting.tsx';

/** How much of a text is kept from its beginning. */
export function TruncateFields({
  limit,
  path,
  problems,
  onChange,
}: {
  limit: CutLimit;
  path: string;
  problems: Readonly<Record<string, string>>;
  onChange: (limit: CutLimit) => void;
}) {
  const set = (name: 'maxLines' | 'maxChars', value: number | undefined) => {
    const { [name]: _, ...rest } = limit;
    onChange(value === undefined ? rest : { ...rest, [name]: value });
  };
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <NumberSetting
        label="Lines"
        help="Lines kept from the beginning."
        value={limit.maxLines}
        placeholder="no limit"
        problem={problems[`${path}.maxLines`]}
        onChange={(value) => set('maxLines', value)}
      />
      <NumberSetting
        label="Characters"
        help="Characters kept from the beginning."
        value={limit.maxChars}
        placeholder="no limit"
        step={100}
        problem={problems[`${path}.maxChars`]}
        onChange={(value) => set('maxChars', value)}
      />
      <Checkbox checked={limit.addEllipsis ?? true} onChange={(addEllipsis) => onChange({ ...limit, addEllipsis })}>
        Leave a visible mark where text was cut
      </Checkbox>
    </div>
  );
}
