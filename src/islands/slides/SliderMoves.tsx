import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { slider } from '../../lib/content/front-texts.ts';

interface Props {
  readonly stopped: boolean;
  readonly onStop: () => void;
  readonly onMove: (by: 1 | -1) => void;
}

/** The buttons of the slider; styles show them only while there are more slides than fit. */
export function SliderMoves({ stopped, onStop, onMove }: Props) {
  const Stop = stopped ? Play : Pause;
  return (
    <div className="slider-moves">
      <button
        type="button"
        className="slider-button slider-stop"
        aria-label={stopped ? slider.resume : slider.pause}
        onClick={onStop}
      >
        <Stop aria-hidden="true" />
      </button>
      <button type="button" className="slider-button" aria-label={slider.back} onClick={() => onMove(-1)}>
        <ChevronLeft aria-hidden="true" />
      </button>
      <button type="button" className="slider-button" aria-label={slider.forth} onClick={() => onMove(1)}>
        <ChevronRight aria-hidden="true" />
      </button>
    </div>
  );
}
