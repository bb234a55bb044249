/** item ; question ; answer | other spellings ; title of the article in English Wikipedia. Sorted, frozen. */
export const EVENTS_2026 = `
2026-01-ao-women ; Who won the women's singles at the Australian Open whose final was played on 31 January 2026? ; Elena Rybakina | Rybakina ; 2026 Australian Open
2026-01-college-football ; Which university won the College Football Playoff National Championship game of January 2026? ; Indiana | Indiana Hoosiers | Indiana University ; 2026 College Football Playoff National Championship
2026-01-golden-globes ; Which film won the Golden Globe for best drama picture in January 2026? ; Hamnet ; Hamnet (film)
2026-02-berlin ; Which film won the Golden Bear at the Berlin festival in February 2026? ; Yellow Letters | Gelbe Briefe ; 76th Berlin International Film Festival
2026-02-daytona ; Which driver won the Daytona 500 in February 2026? ; Tyler Reddick | Reddick ; 2026 Daytona 500
2026-02-grammys ; Which singer won the Grammy Award for Album of the Year in February 2026? ; Bad Bunny | Benito Antonio Martínez Ocasio ; 68th Annual Grammy Awards
2026-02-portugal ; Who won the run-off of the presidential election in Portugal in February 2026? ; António José Seguro | Seguro ; 2026 Portuguese presidential election
2026-02-skating-women ; Who won the women's singles figure skating gold medal at the Winter Olympics in February 2026? ; Alysa Liu ; Alysa Liu
2026-02-super-bowl ; Which team won the Super Bowl played in February 2026? ; Seattle Seahawks | Seattle | Seahawks ; Super Bowl LX
2026-03-baseball-classic ; Which country won the World Baseball Classic in March 2026? ; Venezuela ; 2026 World Baseball Classic
2026-03-oscars-actor ; Who won the Academy Award for Best Actor in March 2026? ; Michael B. Jordan | Michael B Jordan ; 98th Academy Awards
2026-03-oscars-actress ; Who won the Academy Award for Best Actress in March 2026? ; Jessie Buckley | Buckley ; 98th Academy Awards
2026-03-oscars-picture ; Which film won Best Picture at the Academy Awards held in March 2026? ; One Battle After Another ; 98th Academy Awards
2026-04-hungary ; Who led the party that won the parliamentary election in Hungary in April 2026? ; Péter Magyar | Magyar Péter | Magyar ; 2026 Hungarian parliamentary election
`;
