import type { HttpApiState } from '../../../shared/contract/http-api'
import { Choice } from '../../ui/choice'
import { NumberField } from '../../ui/number-field'
import { changeHttpApi } from './http-api-store'

/** In the range that systems leave to programs, and no well-known program's. */
const SUGGESTED_PORT = 47_800

/** A port that the system chooses at each start, or always the same one. */
export function PortChoice({ state }: { state: HttpApiState }) {
  return (
    <>
      <Choice
        legend="Port"
        name="http-api-port"
        value={state.port === null ? 'automatic' : 'fixed'}
        options={[
          ['automatic', 'Automatic', 'A free one at each start.'],
          ['fixed', 'Always the same', 'For programs that keep the address.'],
        ]}
        onChange={(choice) => void changeHttpApi({ port: choice === 'automatic' ? null : (state.listening?.port ?? SUGGESTED_PORT) })}
      />
      {state.port !== null && (
        <NumberField
          label="Port number"
          hint="Programs that keep the address have to be told when it changes."
          value={state.port}
          min={1024}
          max={65_535}
          onSave={(port) => void changeHttpApi({ port })}
        />
      )}
    </>
  )
}
