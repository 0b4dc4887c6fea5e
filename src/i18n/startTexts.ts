import type { Language } from './createI18n';

/** The texts shown when not even a catalogue could be loaded; they come with the start script. */
export const startTexts: Record<Language, { title: string; text: string; action: string }> = {
  en: {
    title: 'This page could not be loaded',
    text: 'Please check your internet connection. Nothing you sent before is lost.',
    action: 'Try again',
  },
  es: {
    title: 'No se pudo cargar esta página',
    text: 'Revise su conexión a internet. Nada de lo que envió antes se ha perdido.',
    action: 'Intentar de nuevo',
  },
};
