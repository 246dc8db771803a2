import { Upload } from 'lucide-react';
import { type DragEvent, type ReactNode, useState } from 'react';

/** Takes files that are dropped anywhere on it, and says so while they hover. */
export function DropZone({ onFiles, children }: { onFiles: (files: readonly File[]) => void; children: ReactNode }) {
  const [hovering, setHovering] = useState(false);
  const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; Import opens the same by keyboard.
    <div
      className="relative flex h-full min-h-0 flex-col"
      onDragOver={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setHovering(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setHovering(false);
      }}
      onDrop={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setHovering(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
      {hovering && (
        <div className="pointer-events-none absolute inset-3 z-30 flex flex-col items-center justify-center gap-2 rounded-2xl border-2 border-accent border-dashed bg-accent-soft/90 text-accent">
          <Upload className="size-8" aria-hidden="true" />
          <p className="font-medium">Drop to import</p>
        </div>
      )}
    </div>
  );
}
