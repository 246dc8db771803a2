import { useState } from 'react';
import { useAddPerson } from '../../../queries/people.ts';
import { Field } from '../../../ui/field.tsx';
import { InlineForm } from '../../../ui/inline-form.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';

/** Somebody's name and what they may; their first token comes with it. */
export function AddPerson({ onMade, onClose }: { onMade: (text: string) => void; onClose: () => void }) {
  const add = useAddPerson();
  const [name, setName] = useState('');
  const [role, setRole] = useState<'user' | 'admin'>('user');
  const submit = () =>
    add.mutate(
      { name: name.trim(), role },
      {
        onSuccess: ({ text }) => {
          onMade(text);
          onClose();
        },
      },
    );
  return (
    <InlineForm action="Add" isReady={name.trim() !== '' && !add.isPending} error={add.error} onSubmit={submit} onClose={onClose}>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Name" htmlFor="person-name">
          <TextField id="person-name" label="Name" value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label="Role" help="Administrators add people, share profiles and may name addresses of models.">
          <Select
            label="Role"
            value={role}
            onChange={setRole}
            choices={[
              { value: 'user', label: 'User' },
              { value: 'admin', label: 'Administrator' },
            ]}
          />
        </Field>
      </div>
    </InlineForm>
  );
}
