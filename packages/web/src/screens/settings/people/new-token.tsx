import { useAddToken } from '../../../queries/people.ts';
import { InlineForm } from '../../../ui/inline-form.tsx';
import { Fields, type FormField, useDraft } from '../form/fields.tsx';

const FIELDS: readonly FormField[] = [
  { name: 'name', label: 'For what', kind: { type: 'line', placeholder: 'Laptop' } },
  { name: 'scope', label: 'Opens', kind: { type: 'choice', options: { full: 'Everything', read: 'Reading only' } } },
  {
    name: 'days',
    label: 'For how long',
    kind: { type: 'choice', options: { none: 'Until it is revoked', 7: 'A week', 90: '90 days', 365: 'A year' } },
  },
];

/** What a new token is for, what it opens and how long. */
export function NewToken({
  person,
  onMade,
  onClose,
}: {
  person: string | null;
  onMade: (text: string) => void;
  onClose: () => void;
}) {
  const add = useAddToken(person);
  const form = useDraft({ name: '', scope: 'full' as 'full' | 'read', days: '90' });
  const { name, scope, days } = form.values;
  const made = ({ text }: { text: string }) => {
    onMade(text);
    onClose();
  };
  return (
    <InlineForm
      action="Make it"
      isReady={name.trim() !== '' && !add.isPending}
      error={add.error}
      onSubmit={() => add.mutate({ name: name.trim(), scope, days: days === 'none' ? null : Number(days) }, { onSuccess: made })}
      onClose={onClose}
    >
      <Fields fields={FIELDS} {...form} className="grid gap-3 sm:grid-cols-3" />
    </InlineForm>
  );
}
