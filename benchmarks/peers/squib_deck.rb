# The same deck with Squib 0.19 (an optional install): title, number in a circle, icon, 40 words, footer, border.
#
# usage: squib_deck.rb CARDS.csv OUT.pdf
#
# Cards are kept as SVG, which takes Squib less time and a twelfth of the memory that sheets of pixels take.

require 'squib'

table, out = ARGV.shift(2)
star = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512"><path fill="#2f4b7c" ' \
       'd="M256 24 324 176 488 192 364 300 400 464 256 378 112 464 148 300 24 192 188 176Z"/></svg>'
File.write('squib.yml', "backend: svg\nprogress_bars: false\n")
data = Squib.csv file: table

Squib::Deck.new(cards: data['title'].size, width: '63.5mm', height: '88.9mm', dpi: 300, config: 'squib.yml') do
  background color: 'white'
  rect x: '3.2mm', y: '3.2mm', width: '57.1mm', height: '82.5mm', radius: '2.5mm', stroke_color: '#333333'
  circle x: '53.5mm', y: '10mm', radius: '4.5mm', stroke_color: '#333333'
  if data['picture']
    png file: data['picture'], x: '6.75mm', y: '14.5mm', width: '50mm', height: '20mm'
  else
    svg data: star, x: '24.75mm', y: '18mm', width: '14mm', height: '14mm'
  end
  text str: data['title'], x: '6mm', y: '6mm', width: '40mm', height: '8mm', font: 'Serif bold 11', valign: :middle
  text str: data['number'].map(&:to_s), x: '49mm', y: '5.5mm', width: '9mm', height: '9mm', font: 'Serif bold 11',
       align: :center, valign: :middle
  text str: data['text'], x: '7mm', y: '36mm', width: '49.5mm', height: '40mm', font: 'Serif 8'
  text str: data['footer'], x: '7.75mm', y: '80mm', width: '48mm', height: '4mm', font: 'Sans 7', align: :center,
       valign: :middle
  save_pdf file: File.basename(out), dir: File.dirname(File.expand_path(out)), width: '210mm', height: '297mm',
           margin: '9.75mm', crop_marks: true
end
