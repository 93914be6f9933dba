import type { EnquiryAnswers } from '#features/enquiries/form.ts'
import { fromContactPage } from '#features/enquiries/workflow.ts'

/** 500 invented messages as people write them to an academy: ten languages, papers, formulae, short and odd names. */

interface Language {
  names: string[]
  subjects: string[]
  begins: string[]
  asks: string[]
  ends: string[]
}

const languages: Language[] = [
  {
    names: ['Sarah O’Brien', "Liam O'Brien", 'Null', 'X', 'Ian McDonald-Smythe'],
    subjects: ['Dates of the conference', 'Life membership', 'Re: Re: your letter'],
    begins: ['Dear Sir or Madam,', 'Good morning,', 'To whom it may concern:', 'Hello,', 'Dear Secretary,'],
    asks: [
      'could you tell me when the call for papers of the next conference closes?',
      'I paid the fee by bank transfer last week; has it arrived?',
      'is there a loan of apparatus for schools, and whom may I ask about it?',
      'please see https://doi.org/10.1103/PhysRevLett.116.061102 and https://arxiv.org/abs/1602.03837v1 for our results.',
      'the link www.iaps.example/old-page on your site is broken. You may want to check it out.',
    ],
    ends: ['With best wishes', 'Many thanks in advance'],
  },
  {
    names: ['आशा वर्मा', 'रवि कुमार सिंह', 'नीला', 'डॉ. कबीर दास', 'उमा पिल्लै'],
    subjects: ['सदस्यता', 'सम्मेलन की तिथि', 'प्रमाणपत्र'],
    begins: ['महोदय,', 'नमस्कार,', 'आदरणीय सचिव जी,', 'प्रिय महोदया,', 'सादर प्रणाम,'],
    asks: [
      'क्या आजीवन सदस्यता के लिए आवेदन अभी खुला है?',
      'मेरा शुल्क पिछले सप्ताह जमा हो गया था, कृपया पुष्टि करें।',
      'अगला सम्मेलन किस नगर में होगा और छात्रों का शुल्क कितना है?',
      'मेरे प्रमाणपत्र में नाम की वर्तनी ठीक कर दें।',
      'हमारे लेख का पता https://doi.org/10.1000/182 है।',
    ],
    ends: ['धन्यवाद', 'सादर'],
  },
  {
    names: ['李伟', '王', '陈晓明', '欧阳修远', '赵敏'],
    subjects: ['会议日期', '会员申请', '论文'],
    begins: ['您好：', '尊敬的秘书：', '各位老师好，', '敬启者：', '贵院：'],
    asks: [
      '请问下一届会议的投稿截止日期是什么时候？',
      '我上周已经汇款，请确认是否收到。',
      '学生可以不提交论文参加会议吗？需要什么材料？',
      '我们的结果见 https://arxiv.org/abs/2101.00001 ，公式为 $E=mc^2$。',
      '网站上的旧页面打不开，请检查一下链接。',
    ],
    ends: ['谢谢', '此致敬礼'],
  },
  {
    names: ['佐藤 花子', '鈴木', '高橋 健一', '田中 由美', '渡辺'],
    subjects: ['会議について', '入会の件', 'お問い合わせ'],
    begins: ['拝啓', 'お世話になっております。', 'はじめまして。', '事務局御中', 'ご担当者様'],
    asks: [
      '次の会議の締め切りを教えていただけますか。',
      '先週会費を振り込みましたが、届いておりますでしょうか。',
      '学生は論文なしで参加できますか。',
      '論文は https://doi.org/10.1143/JPSJ.12.570 をご覧ください。',
      '証明書の氏名の綴りを直していただきたいです。',
    ],
    ends: ['よろしくお願いいたします。', '敬具'],
  },
  {
    names: ['أحمد علي', 'فاطمة الزهراء', 'نور', 'د. يوسف حسن', 'ليلى'],
    subjects: ['موعد المؤتمر', 'طلب عضوية', 'استفسار'],
    begins: ['السلام عليكم،', 'تحية طيبة وبعد،', 'السادة الأكاديمية،', 'مرحبا،', 'حضرة الأمين العام،'],
    asks: [
      'متى يغلق باب تقديم الأوراق للمؤتمر القادم؟',
      'دفعت الرسوم الأسبوع الماضي، هل وصلت؟',
      'هل يمكن للطلاب الحضور دون ورقة بحثية؟',
      'نتائجنا منشورة في https://doi.org/10.1016/j.physrep.2003.10.001',
      'أرجو تصحيح كتابة اسمي في الشهادة.',
    ],
    ends: ['وشكرا لكم', 'مع أطيب التحيات'],
  },
  {
    names: ['Иван Петров', 'Ю', 'Ольга Ладыженская', 'Сергей Ким', 'Анна'],
    subjects: ['Конференция', 'Членство', 'Вопрос'],
    begins: ['Здравствуйте!', 'Уважаемые коллеги,', 'Добрый день,', 'Уважаемый секретарь,', 'Господа,'],
    asks: [
      'когда заканчивается приём докладов на следующую конференцию?',
      'я оплатил взнос на прошлой неделе, получили ли вы его?',
      'можно ли студентам участвовать без доклада?',
      'наши результаты: https://arxiv.org/abs/hep-th/9802109 и $\\nabla\\times\\mathbf{B}=\\mu_0\\mathbf{J}$.',
      'исправьте, пожалуйста, написание моей фамилии в сертификате.',
    ],
    ends: ['Спасибо', 'С уважением'],
  },
  {
    names: ['Müller', 'Jürgen Groß-Höfer', 'Xi', 'Annegret Kühn', 'Dr. Ö'],
    subjects: ['Tagung', 'Mitgliedschaft', 'Rückfrage'],
    begins: [
      'Sehr geehrte Damen und Herren,',
      'Guten Tag,',
      'Liebe Kollegen,',
      'Hallo,',
      'Sehr geehrter Herr Sekretär,',
    ],
    asks: [
      'bis wann kann ich einen Beitrag zur nächsten Tagung einreichen?',
      'ich habe den Beitrag letzte Woche überwiesen; ist er angekommen?',
      'dürfen Studierende ohne Vortrag teilnehmen?',
      'unsere Rechnung steht in https://doi.org/10.1002/andp.19053221004 (Gleichung 3: $\\hbar\\omega$).',
      'bitte berichtigen Sie die Schreibweise meines Namens auf der Urkunde.',
    ],
    ends: ['Mit freundlichen Grüßen', 'Vielen Dank'],
  },
  {
    names: ['José Ñáñez', 'María de los Ángeles', 'Li', 'Íñigo Ibáñez', 'Q'],
    subjects: ['Congreso', 'Afiliación', 'Consulta'],
    begins: ['Estimados señores:', 'Buenos días:', 'Hola,', 'Muy señores míos:', 'Apreciado secretario:'],
    asks: [
      '¿cuándo termina el plazo para enviar trabajos al próximo congreso?',
      'pagué la cuota la semana pasada, ¿ha llegado?',
      '¿pueden asistir estudiantes sin ponencia?',
      'nuestros datos están en https://zenodo.org/records/1234567 y https://github.com/sample/data',
      'les ruego que corrijan mi apellido en el certificado.',
    ],
    ends: ['Un saludo cordial', 'Gracias'],
  },
  {
    names: ['Nguyễn Văn An', 'Trần', 'Lê Thị Hồng', 'Phạm', 'Ng'],
    subjects: ['Hội nghị', 'Hội viên', 'Câu hỏi'],
    begins: ['Kính gửi ban thư ký,', 'Xin chào,', 'Thưa quý vị,', 'Kính thưa ông,', 'Chào anh chị,'],
    asks: [
      'hạn nộp bài cho hội nghị sắp tới là khi nào?',
      'tôi đã chuyển khoản tuần trước, xin cho biết đã nhận được chưa?',
      'sinh viên có thể tham dự mà không có bài báo không?',
      'kết quả của chúng tôi ở https://arxiv.org/abs/cond-mat/0001001',
      'xin sửa lại cách viết tên tôi trên giấy chứng nhận.',
    ],
    ends: ['Xin cảm ơn', 'Trân trọng'],
  },
  {
    names: ['Éric L’Hôpital', 'Zoë Le Gall', 'D’Alembert', 'Anaïs', 'undefined'],
    subjects: ['Congrès', 'Adhésion', 'Question'],
    begins: ['Madame, Monsieur,', 'Bonjour,', 'Chers collègues,', 'Monsieur le secrétaire,', 'Bonsoir,'],
    asks: [
      'quelle est la date limite des communications pour le prochain congrès ?',
      'j’ai réglé la cotisation la semaine dernière ; l’avez-vous reçue ?',
      'les étudiants peuvent-ils venir sans communication ?',
      'voir https://hal.science.example/hal-01234567 et \\begin{equation} a^2+b^2=c^2 \\end{equation}',
      'merci de corriger l’orthographe de mon nom sur le diplôme.',
    ],
    ends: ['Cordialement', 'Merci d’avance'],
  },
]

/** Fifty of each language; no two say the same. */
export function peopleLetters(): EnquiryAnswers[] {
  return languages.flatMap(({ names, subjects, begins, asks, ends }, language) =>
    begins.flatMap((begin, first) =>
      asks.flatMap((ask, second) =>
        ends.map((end, third) => {
          const at = first * 10 + second * 2 + third
          const name = names[(first + second) % names.length] ?? ''
          return {
            name,
            email: `person${language}.${at}@example.org`,
            subject: subjects[at % subjects.length] ?? '',
            message: `${begin}\n\n${ask}\n\n${end}\n${name}`,
            homepage: '',
            from: fromContactPage,
          }
        }),
      ),
    ),
  )
}
