import { useAddPerson } from '../../../queries/people.ts';
import { InlineForm } from '../../../ui/inline-form.tsx';
import { Fields, type FormField, useDraft } from '../form/fields.tsx';

const FIELDS: readonly FormField[] = [
  { name: 'name', label: 'Name', kind: { type: 'line' } },
  {
    name: 'role',
    label: 'Role',
    help: 'Administrators add people, share profiles and may name addresses of models.',
    kind: { type: 'choice', options: { user: 'User', admin: 'Administrator' } },
  },
];

/** Somebody's name and what they may; their first token comes with it. */
export function AddPerson({ onMade, onClose }: { onMade: (text: string) => void; onClose: () => void }) {
  const add = useAddPerson();
  const form = useDraft({ name: '', role: 'user' as 'user' | 'admin' });
  const name = form.values.name.trim();
  const made = ({ text }: { text: string }) => {
    onMade(text);
    onClose();
  };
  return (
    <InlineForm
      action="Add"
      isReady={name !== '' && !add.isPending}
      error={add.error}
      onSubmit={() => add.mutate({ ...form.values, name }, { onSuccess: made })}
      onClose={onClose}
    >
      <Fields fields={FIELDS} {...form} className="grid gap-3 sm:grid-cols-2" />
    </InlineForm>
  );
}
