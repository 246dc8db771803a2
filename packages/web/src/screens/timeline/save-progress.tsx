import { Flag } from 'lucide-react';
import { useState } from 'react';
import { useSaveProgress } from '../../queries/checkpoints.ts';
import { Button } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast, toastProblem } from '../../ui/toast.tsx';

/** Saves a checkpoint under a label of one's own. */
export function SaveProgress({
  session,
  open,
  onOpenChange,
}: {
  session: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const [label, setLabel] = useState('');
  const save = useSaveProgress(session);
  const submit = () =>
    save.mutate(label.trim() === '' ? undefined : label.trim(), {
      onSuccess: ({ id, label: saved }) => {
        onOpenChange(false);
        setLabel('');
        toast(`Saved “${saved}”`, { description: `Checkpoint ${id}` });
      },
      onError: toastProblem,
    });
  return (
    <Popover
      open={open}
      onOpenChange={onOpenChange}
      title="Save progress"
      trigger={<Button kind="primary" icon={<Flag />} label="Save progress" />}
    >
      <form
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField label="Label" placeholder="tests green" maxLength={300} value={label} onChange={setLabel} />
        <Button kind="primary" label="Save" type="submit" disabled={save.isPending} />
      </form>
    </Popover>
  );
}
