import type { Entry } from '@tenfold/contract';
import { modelName } from '../../../ui/model-name.ts';
import { dollars, duration } from '../../../ui/money.ts';
import { short, whole } from '../../../ui/numbers.ts';
import { Popover } from '../../../ui/popover.tsx';
import { when } from '../../../ui/time.ts';

/** What a message weighs; of an answer also who gave it and what it cost. All of it is a press away. */
export function EntryFacts({ entry, took }: { entry: Entry; took: number | null }) {
  const { model, cost, tokens } = entry;
  const weight = [`${short(tokens)} tokens`, ...(cost === undefined || cost === null ? [] : [dollars(cost)])].join(' · ');
  return (
    <Popover
      title={model === undefined ? 'This message' : 'This answer'}
      trigger={
        <button
          type="button"
          className="inline-flex min-h-6 min-w-0 items-center rounded-md px-1 text-ink-faint tabular-nums hover:bg-sunken hover:text-ink"
        >
          <span className="truncate">
            {model !== undefined && `${modelName(model)} · `}
            {weight}
          </span>
        </button>
      }
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 tabular-nums [&_dd]:text-right [&_dt]:text-ink-soft">
        {facts(entry, took).map(([name, value]) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid">
            <dt>{name}</dt>
            <dd className="break-all">{value}</dd>
          </div>
        ))}
      </dl>
    </Popover>
  );
}

function facts({ createdAt, tokens, inputTokens, outputTokens, model, cost }: Entry, took: number | null): [string, string][] {
  return [
    ...(model === undefined ? [] : [['Model', modelName(model)] as [string, string]]),
    ['Written', when(createdAt)],
    ...(took === null ? [] : [['Took', duration(took)] as [string, string]]),
    ['Tokens, counted here', whole(tokens)],
    ...(inputTokens === null ? [] : [['Billed for the request', whole(inputTokens)] as [string, string]]),
    ...(outputTokens === null ? [] : [['Billed for the answer', whole(outputTokens)] as [string, string]]),
    ...(cost === undefined ? [] : [['Cost', dollars(cost)] as [string, string]]),
  ];
}
