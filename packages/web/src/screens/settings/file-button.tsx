import { Upload } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { FilePicker } from '../../ui/file-picker.tsx';
import { toast } from '../../ui/toast.tsx';

/** Settings and presets are small; anything larger is another kind of file. */
const MAX_BYTES = 5_000_000;

/** Opens the file picker and hands on the text of one file. */
export function FileButton({ label, onText }: { label: string; onText: (text: string, name: string) => void }) {
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > MAX_BYTES)
      return toast('The file is over 5 MB, so it is no settings file. Nothing was changed.', { tone: 'critical' });
    onText(await file.text(), file.name);
  };
  return (
    <FilePicker
      label={`${label}: file`}
      accept=".json,application/json"
      onFiles={([file]) => void take(file)}
      button={(open) => <Button icon={<Upload />} label={label} onClick={open} />}
    />
  );
}
