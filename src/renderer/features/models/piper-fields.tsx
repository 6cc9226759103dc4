import { useEffect, useId, useState } from 'react'
import type { PiperChoice } from '../../../shared/contract/piper'
import { Button } from '../../ui/button'
import { choosePiper, lookForPiper, tryPiper, usePiper } from './piper-store'

function PathField({
  label,
  hint,
  value,
  offers,
  onChange,
  onSave,
}: {
  label: string
  hint: string
  value: string
  offers: readonly string[]
  onChange: (value: string) => void
  onSave: () => void
}) {
  const id = useId()
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="input path"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        maxLength={4096}
        list={`${id}-found`}
        value={value}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onSave}
        onKeyDown={(event) => event.key === 'Enter' && onSave()}
      />
      <datalist id={`${id}-found`}>
        {offers.map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  )
}

/** Where Piper and its voice are: found by itself or typed, tried with one sentence, and put to use once both are there. */
export function PiperFields() {
  const { state, found, looking, trial } = usePiper()
  const chosen = state?.chosen ?? null
  const [program, setProgram] = useState(chosen?.program ?? '')
  const [voice, setVoice] = useState(chosen?.voice ?? '')
  useEffect(() => {
    if (chosen === null) return
    setProgram(chosen.program)
    setVoice(chosen.voice)
  }, [chosen])
  const tidy = { program: program.trim(), voice: voice.trim() }
  const ready = tidy.program !== '' && tidy.voice !== ''

  const save = async (next: PiperChoice) => {
    const same = next.program === chosen?.program && next.voice === chosen.voice && state?.inUse === true
    if (next.program !== '' && next.voice !== '' && !same) await choosePiper(next, true)
  }
  const look = async () => {
    const { programs, voices } = await lookForPiper()
    const next = { program: tidy.program || (programs[0] ?? ''), voice: tidy.voice || (voices[0]?.path ?? '') }
    setProgram(next.program)
    setVoice(next.voice)
    await save(next)
  }
  return (
    <div className="role-more piper">
      <PathField
        label="Piper program"
        hint="The path of the program, such as /usr/bin/piper."
        value={program}
        offers={found?.programs ?? []}
        onChange={setProgram}
        onSave={() => void save(tidy)}
      />
      <PathField
        label="Piper voice"
        hint="The path of a voice that ends in .onnx, with its .onnx.json beside it. Scripts in another language are read by the built-in voice."
        value={voice}
        offers={found?.voices.map(({ path }) => path) ?? []}
        onChange={setVoice}
        onSave={() => void save(tidy)}
      />
      <div className="acts">
        <Button busy={looking ? 'Looking…' : undefined} onClick={() => void look()}>
          Look for it
        </Button>
        <Button disabled={!ready} busy={trial === 'speaking' ? 'Speaking…' : undefined} onClick={() => void tryPiper(tidy)}>
          Test
        </Button>
      </div>
      <div role="status">
        {found && !looking && <p className="hint">{foundWords(found.programs.length, found.voices.length)}</p>}
        {state?.problem != null && <p className="hint err">{state.problem}</p>}
        {typeof trial === 'object' && <p className={trial.ok ? 'hint' : 'hint err'}>{trial.words}</p>}
      </div>
    </div>
  )
}

function foundWords(programs: number, voices: number): string {
  if (programs === 0) return 'No Piper was found in the usual folders. Type where its program and voice are.'
  const found = programs === 1 ? 'Piper was found' : `${programs} programs were found`
  if (voices === 0) return `${found}, but no voice. Get one, and type where it is.`
  return `${found}, and ${voices === 1 ? 'one voice' : `${voices} voices`}.`
}
