/** Texts, and the tokens that the vocabularies of GPT-4o (o200k_base) and Llama 3 make of them; counted with those vocabularies. */
export const tokenSamples: readonly { name: string; text: string; gpt4o: number; llama3: number }[] = [
  {
    name: 'English',
    text: 'The bus was late again today, and I thought about the bike once more. '.repeat(100),
    gpt4o: 1601,
    llama3: 1603,
  },
  {
    name: 'German',
    text: 'Der Bus kam heute wieder zu spät, und ich dachte an Fahrradversicherungsbedingungen. '.repeat(100),
    gpt4o: 1801,
    llama3: 2403,
  },
  { name: 'Russian', text: 'Автобус сегодня опять опоздал, и я подумал о велосипеде. '.repeat(100), gpt4o: 1701, llama3: 2203 },
  { name: 'Japanese', text: '自転車で通勤するのは安くて健康的だと思う。'.repeat(200), gpt4o: 3600, llama3: 3202 },
  { name: 'Chinese', text: '我觉得骑自行车上班既便宜又健康，公共汽车今天又晚点了。'.repeat(200), gpt4o: 4001, llama3: 4203 },
  { name: 'Korean', text: '오늘도 버스가 늦어서 다시 자전거를 생각했다. '.repeat(100), gpt4o: 1601, llama3: 1504 },
  { name: 'Thai', text: 'วันนี้รถเมล์มาสายอีกแล้วและฉันคิดถึงจักรยาน '.repeat(100), gpt4o: 1801, llama3: 2303 },
  { name: 'Arabic', text: 'تأخرت الحافلة اليوم مرة أخرى ففكرت في الدراجة. '.repeat(100), gpt4o: 1702, llama3: 1804 },
  { name: 'Hindi', text: 'आज फिर बस देर से आई और मैंने साइकिल के बारे में सोचा। '.repeat(100), gpt4o: 1701, llama3: 2704 },
  { name: 'marks', text: '=:{}$|'.repeat(2_000), gpt4o: 8000, llama3: 8002 },
  { name: 'one letter', text: 'a'.repeat(40_000), gpt4o: 5000, llama3: 5002 },
  { name: 'numbers', text: '3.14159 2.71828 '.repeat(400), gpt4o: 4000, llama3: 4002 },
  {
    name: 'a program',
    text: 'const total = items.reduce((sum, item) => sum + item.price * item.count, 0);\n'.repeat(60),
    gpt4o: 1320,
    llama3: 1322,
  },
  { name: 'emoji', text: '🚲🌧️🙂 '.repeat(300), gpt4o: 1801, llama3: 2703 },
  { name: 'addresses', text: 'https://example.org/a/b?c=d&e=f#g '.repeat(100), gpt4o: 1201, llama3: 1203 },
]
