import { type PointerEvent, useRef } from 'react';
import type { Drawing } from '../../contract/entities/consent';
import { DRAWING_SIZE } from '../../contract/staffConstants';
import { Button } from '../ui/Button';
import { addPoint } from './drawing';
import styles from './SignatureField.module.css';

interface Props {
  readonly label: string;
  /** Of the button that clears it. */
  readonly clear: string;
  readonly value: Drawing;
  readonly onChange: (drawing: Drawing) => void;
}

/** A field to draw a signature in, by pen, finger or mouse. Nothing may depend on it: it has no keyboard. */
export function SignatureField({ label, clear, value, onChange }: Props) {
  const isDrawing = useRef(false);
  /** Ahead of `value` while several points come before it renders. */
  const drawn = useRef(value);
  const change = (next: Drawing) => {
    drawn.current = next;
    onChange(next);
  };
  const draw = (event: PointerEvent<SVGSVGElement>, isNewLine: boolean) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - left) / width) * DRAWING_SIZE.width;
    const y = ((event.clientY - top) / height) * DRAWING_SIZE.height;
    change(addPoint(drawn.current, x, y, isNewLine));
  };
  const stop = () => {
    isDrawing.current = false;
  };
  return (
    <div className={styles.field}>
      <p className={styles.label}>{label}</p>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${DRAWING_SIZE.width} ${DRAWING_SIZE.height}`}
        className={styles.area}
        onPointerDown={(event) => {
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
          isDrawing.current = true;
          draw(event, true);
        }}
        onPointerMove={(event) => isDrawing.current && draw(event, false)}
        onPointerUp={stop}
        onPointerCancel={stop}
      >
        <Lines drawing={value} />
      </svg>
      {value.length > 0 && (
        <div>
          <Button variant="quiet" onClick={() => change([])}>
            {clear}
          </Button>
        </div>
      )}
    </div>
  );
}

/** A signature as it was drawn. */
export function DrawnSignature({ label, drawing }: { label: string; drawing: Drawing }) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${DRAWING_SIZE.width} ${DRAWING_SIZE.height}`}
      className={styles.drawn}
    >
      <Lines drawing={drawing} />
    </svg>
  );
}

function Lines({ drawing }: { drawing: Drawing }) {
  // The last point twice: a line of one point is a dot then.
  const lines = drawing.map((line) => `M${[...line, line.at(-1)].map(String).join('L')}`);
  return <path d={lines.join('')} />;
}
